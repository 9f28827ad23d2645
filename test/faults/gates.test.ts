import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createGates } from './gates.ts'
import { createTimers } from './timers.ts'

test('work that passes no gate is done before anything else happens, and so is what follows it', async () => {
  const gates = createGates(createTimers(() => 0))
  const done: string[] = []
  const inRounds = async (name: string, rounds: number) => {
    for (let round = 0; round < rounds; round += 1) await nextRound()
    done.push(name)
  }
  void gates
    .doFirst(inRounds('first', 5))
    .then(() => gates.doFirst(inRounds('what follows', 5)))
    .catch(() => done.push('failed'))
  await gates.untilParked()
  expect(done).toEqual(['first', 'what follows'])
})

test('work that fails tells who asked for it, and holds nothing up', async () => {
  const gates = createGates(createTimers(() => 0))
  const asked = expect(
    gates.doFirst(nextRound().then(() => Promise.reject(new Error('gone')))),
  ).rejects.toThrow('gone')
  await gates.untilParked()
  await asked
})
