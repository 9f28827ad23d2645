import { systemClock } from '#server/runtime/clock.ts'
import { mailSettingsFor } from '#server/shop/mail-settings-for.ts'
import { exportPerson } from '#server/privacy/export-person.ts'
import type { CommandContext } from './command.ts'
import { gameWithChanges } from './game-with-changes.ts'
import { readEmail, shopAddress } from './read-account.ts'
import { withDatabase } from './with-database.ts'

/** `person export EMAIL`: prints everything the shop stores about an e-mail as JSON; the exit status is 0 also if that is nothing. */
export async function runPersonExport(context: CommandContext): Promise<number> {
  const email = readEmail(context.args, '')
  await withDatabase(context, async ({ settings, ...deps }) => {
    const { db, secret, keyCipher } = deps.database
    const gameOnSale = await gameWithChanges(settings, deps)
    const setting = mailSettingsFor(() => gameOnSale.current(), shopAddress(settings), {
      secret,
      keyCipher,
      recordHandOut: () => Promise.resolve(),
    })
    const person = await exportPerson(db, { email, now: systemClock(), secret, keyCipher, setting })
    context.out(JSON.stringify(person, null, 2))
    const { orders, waiting, mails, supportMessages, account } = person
    const stored = [orders, waiting, mails, supportMessages].flat()
    if (stored.length === 0 && account === null) {
      context.say('nothing is stored about this e-mail')
    }
  })
  return 0
}
