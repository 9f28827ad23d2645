import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A live chat provider on an origin of its own; it counts the requests for its script. */
export interface ChatServer {
  /** The value for KEYHOLD_CHAT_SRC. */
  readonly url: string
  /** How the script is served from now on; `'held'` waits until it is changed. */
  answerWith(way: 'script' | 'error' | 'held'): void
  readonly fetched: () => number
  close(): Promise<void>
}

// What chats do: set a global, show an element, and call their own server.
const SCRIPT = `
  window.chatIsHere = true
  const box = document.createElement('iframe')
  box.title = 'Chat'
  box.src = new URL('/frame', document.currentScript.src).href
  document.body.append(box)
  fetch(new URL('/hello', document.currentScript.src))
  addEventListener('openLiveChat', () => { window.chatOpened = (window.chatOpened ?? 0) + 1 })
`

export async function startChatServer(): Promise<ChatServer> {
  let way: 'script' | 'error' | 'held' = 'script'
  let fetched = 0
  let onChange: (() => void)[] = []
  const server = createServer((request, response) => {
    const answer = () => {
      if (way === 'held') {
        onChange.push(answer)
        return
      }
      const isScript = request.url?.startsWith('/chat.js') === true
      response.writeHead(isScript && way === 'error' ? 503 : 200, {
        'content-type': isScript ? 'text/javascript' : 'text/html',
        'access-control-allow-origin': '*',
      })
      response.end(isScript ? SCRIPT : '<!doctype html><title>Chat</title>')
    }
    if (request.url?.startsWith('/chat.js') === true) fetched += 1
    answer()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${String(port)}/chat.js`,
    answerWith(next) {
      way = next
      const waiting = onChange
      onChange = []
      for (const answer of waiting) answer()
    },
    fetched: () => fetched,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
