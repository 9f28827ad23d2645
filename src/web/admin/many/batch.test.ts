import { expect, test } from 'vitest'
import { runBatch } from './batch.ts'

const batchOf = (ids: readonly string[]) => ({
  ids,
  perCall: 2,
  nameOf: (id: string) => `#${id}`,
  unfinished: 'no answer',
})

test('items are sent a few at a time, and each refusal keeps its reason', async () => {
  const calls: (readonly string[])[] = []
  const progress: number[] = []
  const result = await runBatch({
    ...batchOf(['a', 'b', 'c']),
    send: (ids) => {
      calls.push(ids)
      const refused = ids.filter((id) => id === 'b').map((id) => ({ id, reason: 'held' }))
      return Promise.resolve({ done: ids.filter((id) => id !== 'b'), refused })
    },
    onProgress: (count) => progress.push(count),
  })
  expect(calls).toEqual([['a', 'b'], ['c']])
  expect(progress).toEqual([2, 3])
  expect(result).toEqual({ done: ['a', 'c'], notDone: [{ id: 'b', name: '#b', reason: 'held' }] })
})

test('after a call without an answer nothing more is sent, and what is left is named', async () => {
  let calls = 0
  const result = await runBatch({
    ...batchOf(['a', 'b', 'c', 'd', 'e']),
    send: (ids) => {
      calls += 1
      return Promise.resolve(calls === 1 ? { done: ids, refused: [] } : null)
    },
    onProgress: () => undefined,
  })
  expect(calls).toBe(2)
  expect(result.done).toEqual(['a', 'b'])
  expect(result.notDone.map(({ id, reason }) => [id, reason])).toEqual([
    ['c', 'no answer'],
    ['d', 'no answer'],
    ['e', 'no answer'],
  ])
})
