import { expect, test } from 'vitest'
import { once } from './compress-on-demand.ts'

test('a failed compression is tried again by the next request, a successful one is kept', async () => {
  let calls = 0
  const compressed = once(() => {
    calls += 1
    return calls === 1 ? Promise.reject(new Error('no memory')) : Promise.resolve(Buffer.from('bytes'))
  })
  await expect(compressed()).rejects.toThrow('no memory')
  await expect(Promise.resolve(compressed())).resolves.toEqual(Buffer.from('bytes'))
  expect(compressed()).toEqual(Buffer.from('bytes'))
  expect(calls).toBe(2)
})
