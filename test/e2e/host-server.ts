import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A studio's own site, on another host than the shop: it serves the documented example. */
export interface HostServer {
  /** Another site than the shop's, on the list of the shop. */
  readonly origin: string
  /** The same page, on an origin that is not on the list. */
  readonly otherOrigin: string
  /** From now on the example's links lead to this shop, in this language. */
  lead(shopUrl: string, language?: string): void
  close(): Promise<void>
}

const EXAMPLE = readFileSync('docs/examples/embed.html', 'utf8')

export async function startHostServer(): Promise<HostServer> {
  let html = ''
  let shop = ''
  const server = createServer((_request, response) => {
    const script = /<script>([^]*?)<\/script>/.exec(html)?.[1] ?? ''
    const hash = createHash('sha256').update(script).digest('base64')
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      // what docs/embed.md says that a page needs, and nothing else
      'content-security-policy': `default-src 'none'; script-src ${shop} 'sha256-${hash}'; frame-src ${shop}; img-src 'self'`,
    })
    response.end(html)
  })
  server.listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://localhost:${String(port)}`,
    otherOrigin: `http://other.localhost:${String(port)}`,
    lead(shopUrl, language = 'en') {
      shop = shopUrl
      html = EXAMPLE.replaceAll('https://shop.example', shopUrl)
        .replace('lang=en"', `lang=${language}"`)
        .replace('<html lang="en">', `<html lang="${language}">`)
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
