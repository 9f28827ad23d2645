import { hasAnvil } from '#test/nodes/anvil.ts'
import type { Outcome } from './attack.ts'
import { ATTACKS } from './attacks.ts'
import { findNginx } from './nginx.ts'
import { writeMatrix } from './matrix.ts'
import { openTarget } from './open-target.ts'

// npm run attack [-- WORDS]: attacks a production shop behind nginx, and prints what it saw; WORDS choose by finding or name.
// npm run attack -- --matrix: writes the rows of matrix.json anew; who may call a new route has to be decided there by hand.

const words = process.argv.slice(2)
const program = hasAnvil() ? findNginx() : null
if (program === null) process.exitCode = 2
else if (words.includes('--matrix')) await renewMatrix(program)
else await attackAll(program)

async function renewMatrix(nginx: string): Promise<void> {
  const target = await openTarget(nginx)
  await writeMatrix(target).finally(target.stop)
}

async function attackAll(nginx: string): Promise<void> {
  const chosen = ATTACKS.filter(
    ({ finding, name }) => words.length === 0 || words.some((word) => `${finding} ${name}`.includes(word)),
  )
  const target = await openTarget(nginx)
  let successes = 0
  try {
    print('finding', 'attack', 'expected', 'seen', 'ok', 'seconds')
    for (const { finding, name, expected, run } of chosen) {
      const began = performance.now()
      const { seen, isHeld } = await run(target).catch((error: unknown): Outcome => ({
        seen: `ended with ${String(error)}`,
        isHeld: false,
      }))
      if (!isHeld) successes += 1
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      print(finding, name, expected, seen, isHeld ? 'ok' : 'SUCCEEDED', seconds)
    }
  } finally {
    await target.stop()
  }
  console.log(`\n${String(chosen.length)} attacks, ${String(successes)} succeeded`)
  process.exitCode = successes > 0 ? 1 : 0
}

function print(...cells: readonly string[]): void {
  console.log(`| ${cells.join(' | ')} |`)
}
