import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'

/** Stands at the end of a piece; the page removes it once the parser has reached it. */
const MARK = 'end of a piece'

/**
 * Opens a page of a shop through a server that sends its document in pieces, as a slow connection does. Each piece ends
 * after one of the given texts, in the order of the document, and is drawn before the next is sent.
 *
 * @param look called once the page's script runs; the page is left afterwards, since the server ends.
 * @returns what `look` does.
 */
export async function openInPieces<Seen>(
  page: Page,
  url: string,
  ends: readonly string[],
  look: () => Promise<Seen>,
): Promise<Seen> {
  const { pathname, search } = new URL(url)
  const { promise: opened, resolve: open } = Promise.withResolvers<ServerResponse>()
  const server = createServer((request, response) => {
    void fetch(new URL(request.url ?? '/', url)).then(async (answer) => {
      const type = answer.headers.get('content-type') ?? ''
      const policy = answer.headers.get('content-security-policy') ?? ''
      response.writeHead(answer.status, { 'content-type': type, 'content-security-policy': policy })
      if (request.url === pathname + search) open(response)
      else response.end(Buffer.from(await answer.arrayBuffer()))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const document = await (await fetch(url)).text()
  try {
    const { port } = server.address() as AddressInfo
    const loaded = page.goto(`http://127.0.0.1:${String(port)}${pathname}${search}`)
    const response = await opened
    let from = 0
    for (const end of ends) {
      const to = document.indexOf(end, from) + end.length
      if (to < from + end.length) throw new Error(`the document has no ${end}`)
      response.write(`${document.slice(from, to)}<!--${MARK}-->`)
      if (from === 0) await page.waitForURL(`**${pathname}${search}`, { waitUntil: 'commit' })
      await page.waitForFunction(isDrawn, MARK)
      from = to
    }
    response.end(document.slice(from))
    await loaded
    await page.locator('html[data-live]').waitFor()
    const seen = await look()
    await page.goto('about:blank')
    return seen
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** Whether the parser has reached the mark; if so, removes it and waits until what precedes it is painted. */
async function isDrawn(text: string): Promise<boolean> {
  const comments = document.createTreeWalker(document, NodeFilter.SHOW_COMMENT)
  while (comments.nextNode() !== null && comments.currentNode.textContent !== text);
  const mark = comments.currentNode
  if (mark === document) return false
  mark.parentNode?.removeChild(mark)
  for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
  return true
}
