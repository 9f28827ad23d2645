import { expect, test } from 'vitest'
import { createLog } from '#server/runtime/log.ts'
import { compressEarly, once } from './compress-on-demand.ts'

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

test('a compression in advance that fails is logged and does not end the process', async () => {
  const line = Promise.withResolvers<string>()
  const log = createLog({ level: 'warn', write: line.resolve })
  compressEarly(() => Promise.reject(new Error('no memory')), log)
  expect(JSON.parse(await line.promise)).toMatchObject({ level: 'warn', error: { message: 'no memory' } })
})
