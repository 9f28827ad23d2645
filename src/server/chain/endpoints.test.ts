import { beforeEach, describe, expect, test } from 'vitest'
import { ChainError } from './chain-reader.ts'
import { createEndpoints, NodesPauseError, UnknownBlockError } from './endpoints.ts'
import { NodeFault } from './node-http.ts'

const down = () => new NodeFault('down', 'no answer (ECONNREFUSED)')
let nowMs = 0
const logged: string[] = []
beforeEach(() => {
  nowMs = 1_000_000
  logged.length = 0
})

function endpointsOf(count: number, limitedPauseMs = 1000) {
  const note = (_facts: object, message: string): void => void logged.push(message)
  return createEndpoints({
    chain: 'ethereum',
    nodes: Array.from({ length: count }, (_, index) => index + 1),
    clock: () => new Date(nowMs),
    log: { debug: note, info: note, warn: note, error: note },
    limitedPauseMs,
    random: () => 0,
  })
}

/** Runs a step that fails on the nodes named; answers the node that was used, or the error. */
async function runWith(
  endpoints: ReturnType<typeof endpointsOf>,
  failing: Readonly<Record<number, () => Error>>,
) {
  const asked: number[] = []
  const step = ({ node }: { node: number }): Promise<number> => {
    asked.push(node)
    const fail = failing[node]
    return fail === undefined ? Promise.resolve(node) : Promise.reject(fail())
  }
  const result: unknown = await endpoints.run(step).catch((error: unknown) => error)
  return { asked, result }
}

describe('several nodes behind one chain', () => {
  test('the first is asked; where it fails the whole step runs on the next, and the first rests', async () => {
    const endpoints = endpointsOf(3)
    expect(await runWith(endpoints, { 1: down })).toEqual({ asked: [1, 2], result: 2 })
    expect(await runWith(endpoints, {})).toEqual({ asked: [2], result: 2 })
    nowMs += 500
    expect(await runWith(endpoints, {})).toEqual({ asked: [1], result: 1 })
    expect(logged).toEqual([
      'node failed: ethereum: ethereum node 1: no answer (ECONNREFUSED)',
      'node answers again',
    ])
  })

  test('the pause doubles with each failure, up to a minute, and ends with the first answer', async () => {
    const endpoints = endpointsOf(1)
    const pauses: number[] = []
    for (let failure = 0; failure < 9; failure += 1) {
      const { result } = await runWith(endpoints, { 1: down })
      const pauseMs = (result as ChainError).retryAfterMs ?? 0
      pauses.push(pauseMs)
      nowMs += pauseMs
    }
    expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
    expect((await runWith(endpoints, {})).result).toBe(1)
    expect(((await runWith(endpoints, { 1: down })).result as ChainError).retryAfterMs).toBe(500)
  })

  test('while all rest nobody is asked, and the error says when the first comes back and why it rests', async () => {
    const endpoints = endpointsOf(2, 30_000)
    const first = await runWith(endpoints, {
      1: () => new NodeFault('limited', 'asked to pause', { retryAfterMs: 90_000 }),
      2: () => new NodeFault('limited', 'asked to pause'),
    })
    expect(first.result).not.toBeInstanceOf(NodesPauseError)
    nowMs += 10_000
    const { asked, result } = await runWith(endpoints, {})
    expect(asked).toEqual([])
    expect(result).toBeInstanceOf(NodesPauseError)
    expect(result).toMatchObject({
      name: 'ChainError',
      kind: 'limited',
      chain: 'ethereum',
      retryAfterMs: 20_000,
    })
    nowMs += 20_000
    expect(await runWith(endpoints, {})).toEqual({ asked: [2], result: 2 })
  })

  test('a node that lags or contradicts itself is skipped like one that is down', async () => {
    const endpoints = endpointsOf(2)
    const lags = () => new ChainError('ethereum', 'lags', 'head too old')
    expect(await runWith(endpoints, { 1: lags })).toEqual({ asked: [1, 2], result: 2 })
    expect((await runWith(endpoints, { 2: lags })).result).toMatchObject({ kind: 'lags' })
  })

  // holds I9
  test('a node without the block in question is not paused', async () => {
    const endpoints = endpointsOf(2)
    const unknown = () => new UnknownBlockError('ethereum', 7)
    expect(await runWith(endpoints, { 1: unknown })).toEqual({ asked: [1, 2], result: 2 })
    const { asked, result } = await runWith(endpoints, { 1: unknown, 2: unknown })
    expect(asked).toEqual([1, 2])
    expect(result).toMatchObject({ name: 'ChainError', kind: 'inconsistent' })
    expect(await runWith(endpoints, {})).toEqual({ asked: [1], result: 1 })
    expect(logged).toEqual([])
  })

  test('a programming error is not a node fault and is rethrown', async () => {
    const endpoints = endpointsOf(2)
    const { asked, result } = await runWith(endpoints, {
      1: () => new TypeError('undefined is not a function'),
    })
    expect(asked).toEqual([1])
    expect(result).toBeInstanceOf(TypeError)
  })

  test('each() returns all answers and failures with the position of their node', async () => {
    const answers = await endpointsOf(2).each(({ node }) =>
      node === 1 ? Promise.reject(down()) : Promise.resolve('yes'),
    )
    expect(answers).toMatchObject([
      { kind: 'failed', endpoint: { name: 'ethereum node 1' }, error: { kind: 'down' } },
      { kind: 'answered', endpoint: { name: 'ethereum node 2' }, value: 'yes' },
    ])
  })
})
