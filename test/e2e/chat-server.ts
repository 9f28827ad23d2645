import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A provider of live chats on an origin of its own; it counts who fetches its script. */
export interface ChatServer {
  /** For KEYHOLD_CHAT_SRC. */
  readonly url: string
  /** How the script is answered from now on; `'held'` waits until it is changed. */
  answerWith(way: 'script' | 'error' | 'held'): void
  readonly fetched: () => number
  close(): Promise<void>
}

// What chats do: mark that they are there, show something of theirs, and ask their own server.
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
