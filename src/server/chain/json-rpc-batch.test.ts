import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createJsonRpc } from './json-rpc.ts'

type Call = { id: number; method: string; params: unknown[] }

describe('many calls in one request', () => {
  let server: Server | null = null
  afterEach(async () => {
    server?.closeAllConnections()
    if (server?.listening) await once(server.close(), 'close')
  })

  async function nodeThat(
    answer: (calls: Call[]) => unknown,
    status = 200,
  ): Promise<ReturnType<typeof createJsonRpc>> {
    server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const calls = JSON.parse(Buffer.concat(chunks).toString()) as Call[]
        response.writeHead(status).end(JSON.stringify(answer(calls)))
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    return createJsonRpc({ url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}` })
  }

  test('answers are given back in the order of the questions, whatever order they came in', async () => {
    const node = await nodeThat((calls) =>
      calls.map(({ id, params }) => ({ id, result: params[0] })).toReversed(),
    )
    expect(await node.batch('echo', [['a'], ['b'], ['c']])).toEqual([
      { kind: 'result', result: 'a' },
      { kind: 'result', result: 'b' },
      { kind: 'result', result: 'c' },
    ])
  })

  test('an error object in a batch is an answer, with its code', async () => {
    const node = await nodeThat(([first, second]) => [
      { id: first?.id, result: null, error: { code: -5, message: 'No such transaction' } },
      { id: second?.id, result: 1, error: null },
    ])
    expect(await node.batch('echo', [[], []])).toEqual([
      { kind: 'refused', code: -5 },
      { kind: 'result', result: 1 },
    ])
  })

  test('an answer that is missing is a fault, never an empty answer', async () => {
    const node = await nodeThat(([first]) => [{ id: first?.id, result: 1 }])
    await expect(node.batch('echo', [[], []])).rejects.toMatchObject({ name: 'NodeFault', kind: 'malformed' })
  })

  test('a request that fails as a whole is reported by its cause', async () => {
    const refusing = await nodeThat(() => ({ id: null, error: { code: -32700, message: 'Parse error' } }))
    await expect(refusing.batch('echo', [[]])).rejects.toMatchObject({ kind: 'refused', code: -32700 })
    server?.close()
    const limited = await nodeThat(() => 'later', 429)
    await expect(limited.batch('echo', [[]])).rejects.toMatchObject({ kind: 'limited' })
    server?.close()
    const odd = await nodeThat(() => ({ id: 1, result: [] }))
    await expect(odd.batch('echo', [[]])).rejects.toMatchObject({ kind: 'malformed' })
  })
})
