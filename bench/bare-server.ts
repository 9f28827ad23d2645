// The least that serves a page in Node.js: the same bytes and headers from memory, whatever is asked. Run by serve-subjects.ts as a
// process of its own; the argument is a file with the answer.
import { readFileSync } from 'node:fs'
import { createServer, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

const { headers, base64 } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as {
  headers: OutgoingHttpHeaders
  base64: string
}
const body = Buffer.from(base64, 'base64')
const server = createServer((_request, response) => {
  response.writeHead(200, headers).end(body)
})
server.listen(0, '127.0.0.1', () => {
  console.log((server.address() as AddressInfo).port)
})
process.once('SIGTERM', () => {
  server.closeAllConnections()
  server.close()
})
