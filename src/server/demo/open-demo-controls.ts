import type { Settings } from '#server/config/settings.ts'
import type { Db } from '#server/db/database.ts'
import type { Clock } from '#server/runtime/clock.ts'
import { openDemoClock } from './demo-clock.ts'
import { openDemoFaults } from './demo-faults.ts'
import type { DemoControls } from './register-demo.ts'

/** Opens the clock and the faults of a demo; null outside the demo. */
export async function openDemoControls(
  { profile }: Pick<Settings, 'profile'>,
  db: Db,
  clock: Clock,
): Promise<DemoControls | null> {
  if (profile !== 'demo') return null
  return { demoClock: await openDemoClock(db, clock), faults: await openDemoFaults(db) }
}
