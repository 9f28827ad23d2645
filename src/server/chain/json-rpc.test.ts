import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createEsplora } from './bitcoin/esplora.ts'
import { createJsonRpc, type JsonRpcOptions } from './json-rpc.ts'
import { NodeFault } from './node-http.ts'

let server: Server | null = null

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `127.0.0.1:${String((server.address() as AddressInfo).port)}`
}

afterEach(async () => {
  server?.closeAllConnections()
  if (server?.listening) await once(server.close(), 'close')
  server = null
})

async function faultOf(options: JsonRpcOptions): Promise<NodeFault> {
  const answer: unknown = await createJsonRpc(options)
    .call('eth_chainId', [])
    .catch((error: unknown) => error)
  if (!(answer instanceof NodeFault)) throw new Error(`expected a fault, got ${String(answer)}`)
  return answer
}

describe('a node over JSON-RPC', () => {
  test('answers with the result member; user and password of the url travel as a header', async () => {
    const seen: unknown[] = []
    const host = await serve((request, response) => {
      seen.push(request.headers.authorization, request.headers['tron-pro-api-key'], request.url)
      response.end(JSON.stringify({ id: 1, result: '0x1' }))
    })
    const rpc = createJsonRpc({ url: `http://ann:p%40ss@${host}/key`, headers: { 'TRON-PRO-API-KEY': 'k' } })
    expect(await rpc.call('eth_chainId', [])).toBe('0x1')
    expect(seen).toEqual([`Basic ${Buffer.from('ann:p@ss').toString('base64')}`, 'k', '/key'])
  })

  test.each([
    // status, body,                                       kind,        code,  retry
    [429, 'slow down', 'limited', null, 7000],
    [402, '{"error":{"code":-32005,"message":"paid plan"}}', 'limited', null, 7000],
    [403, '', 'limited', null, 7000],
    [500, '{"error":{"code":-5,"message":"No such transaction"}}', 'refused', -5, 7000],
    [200, '{"error":{"code":-32000,"message":"unknown block"}}', 'refused', -32000, 7000],
    [503, 'maintenance', 'down', null, 7000],
    [200, 'null', 'malformed', null, null],
    [200, '<html>', 'malformed', null, null],
  ])('HTTP %i with %s is %s', async (status, body, kind, code, retryAfterMs) => {
    const host = await serve((_request, response) =>
      response.writeHead(status, { 'retry-after': '7' }).end(body),
    )
    const fault = await faultOf({ url: `http://${host}` })
    expect(fault).toMatchObject({ kind, code, retryAfterMs })
  })

  test('a node that does not answer in time is slow, one that is not there is down', async () => {
    const host = await serve(() => undefined)
    expect(await faultOf({ url: `http://${host}`, timeoutMs: 30 })).toMatchObject({ kind: 'slow' })
    server?.closeAllConnections()
    if (server !== null) await once(server.close(), 'close')
    const gone = await faultOf({ url: `http://${host}` })
    expect([gone.kind, gone.message]).toEqual(['down', 'no answer (ECONNREFUSED)'])
  })

  test('an answer beyond the size limit is not read to its end', async () => {
    const host = await serve((_request, response) => response.end(`"${'x'.repeat(5000)}"`))
    expect(await faultOf({ url: `http://${host}`, maxResponseBytes: 1000 })).toMatchObject({
      kind: 'oversized',
    })
  })

  test.each<[string, string, (url: string) => Promise<unknown>]>([
    ['JSON-RPC', '{"id":1,"result":"0x1"}', (url) => createJsonRpc({ url }).call('eth_chainId', [])],
    ['Esplora', '0'.repeat(64), (url) => createEsplora({ chain: 'bitcoin', url }).tipHash()],
  ])('%s: a connection the node closed while it was idle is opened again', async (_kind, answer, ask) => {
    let calls = 0
    const host = await serve((request, response) => {
      calls += 1
      if (calls === 1) request.socket.destroy()
      else response.end(answer)
    })
    expect(answer).toContain(await ask(`http://${host}`))
    expect(calls).toBe(2)
  })

  test('no message names the address, the path or the password of a node', async () => {
    const host = await serve((_request, response) => response.writeHead(500).end())
    const fault = await faultOf({ url: `http://ann:secret@${host}/v3/key` })
    expect(fault.message).toBe('eth_chainId: HTTP 500')
    expect(() => createJsonRpc({ url: 'no url with secret' })).toThrow('expected a node address')
    await expect(
      faultOf({
        url: `http://ann:secret@${host}/v3/key`,
        fetch: () => Promise.reject(new TypeError('secret')),
      }),
    ).resolves.toMatchObject({ message: 'no answer (connection failed)' })
  })
})
