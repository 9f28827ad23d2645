import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasAnvil } from '#test/nodes/anvil.ts'
import { ATTACKS } from './attacks.ts'
import { slowOnes } from './framing-attacks.ts'
import { findNginx } from './nginx.ts'
import { openTarget, type Target } from './open-target.ts'

// The same as `npm run attack`, which prints a table.
const program = hasAnvil() ? findNginx() : null

describe.skipIf(program === null)('an attacker of a production shop behind nginx', () => {
  let target: Target
  beforeAll(async () => {
    target = await openTarget(program ?? '')
    void slowOnes(target)
  })
  afterAll(async () => {
    await target.stop()
  })

  test.each(ATTACKS)('$finding: $name: $expected', async (attack) => {
    const outcome = await attack.run(target)
    expect(outcome.isHeld, outcome.seen).toBe(true)
  })
})
