import { DEFAULT_GAME_FOLDER } from '#server/site/default-game-folder.ts'
import { openGameFolder } from '#server/site/load-game.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { readKeyStats } from '#server/keys/key-counts.ts'
import { daysLeft } from '#server/monitoring/find-causes.ts'
import { readStock } from '#server/monitoring/read-shop-state.ts'
import { UsageError, type CommandContext } from './command.ts'
import { requireSettings } from './require-settings.ts'
import { withDatabase } from './with-database.ts'

const COLUMNS = ['edition', 'free', 'promised', 'sold', 'elsewhere', 'retired', 'waiting', 'days_left']

/** `stock`: the keys of each edition, and how many days the free ones last at the pace of the last week. */
export async function runStock(context: CommandContext): Promise<number> {
  if (context.args.length > 0) throw new UsageError('expected no argument')
  const { gameFolder } = requireSettings(context.environment)
  const { editions } = openGameFolder(gameFolder ?? DEFAULT_GAME_FOLDER).game
  await withDatabase(context, async ({ database: { db } }) => {
    const now = systemClock()
    const stock = await readStock({ db, editions }, now)
    const stats = await readKeyStats(db, [], now)
    context.out(COLUMNS.join('\t'))
    for (const state of stock) {
      const { reserved = 0, used = 0, elsewhere = 0, retired = 0 } = stats[state.edition] ?? {}
      const days = daysLeft(state)
      const counts = [Math.max(0, state.free), reserved, used, elsewhere, retired, state.waiting]
      context.out([state.edition, ...counts.map(String), days === null ? '-' : String(days)].join('\t'))
      if (state.free < 0)
        context.say(
          `${state.edition}: ${String(-state.free)} more keys are promised to open orders than there are`,
        )
    }
  })
  return 0
}
