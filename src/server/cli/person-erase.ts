import { systemClock } from '#server/runtime/clock.ts'
import { erasePerson, type KeptOrder, type PersonErasure } from '#server/privacy/erase-person.ts'
import type { CommandContext } from './command.ts'
import { gameWithChanges } from './game-with-changes.ts'
import { readEmail } from './read-account.ts'
import { readArguments } from './read-arguments.ts'
import { withDatabase } from './with-database.ts'

/**
 * `person erase EMAIL [--paid-too]`: erases what may be erased and prints what stays, and why. Does not prompt. The exit
 * status is 0 also if something stays; run the command again later to erase that.
 */
export async function runPersonErase(context: CommandContext): Promise<number> {
  const { values, positionals } = readArguments(context, [], ['paid-too'])
  const email = readEmail(positionals, '')
  const includesPaid = values['paid-too']
  const now = systemClock()
  await withDatabase(context, async ({ settings, ...deps }) => {
    const { db, secret } = deps.database
    const releaseAt = (await gameWithChanges(settings, deps)).releaseAt()
    const erasure = await erasePerson(db, { email, includesPaid, releaseAt, secret, now })
    const lines = [...erasedLines(erasure), ...keptLines(erasure, now)]
    for (const line of lines) context.out(line)
    if (lines.length === 0) context.out('nothing is stored about this e-mail')
  })
  return 0
}

function erasedLines({
  erasedOrderIds,
  erasedSales,
  erasedWaiting,
  erasedMails,
  erasedSupportMessages,
}: PersonErasure): readonly string[] {
  return [
    ...erasedOrderIds.map((id) => `erased: order ${id}`),
    ...(erasedSales === 0 ? [] : [`erased: the e-mail of sales made elsewhere, ${String(erasedSales)}`]),
    ...(erasedWaiting === 0 ? [] : [`erased: places on the waiting list, ${String(erasedWaiting)}`]),
    ...(erasedMails === 0 ? [] : [`erased: mails beside them, ${String(erasedMails)}`]),
    ...(erasedSupportMessages === 0 ? [] : [`erased: messages to support, ${String(erasedSupportMessages)}`]),
  ]
}

function keptLines(
  { keptOrders, keptSales, waitingSupportMessages, hasAccount }: PersonErasure,
  now: Date,
): readonly string[] {
  return [
    ...keptOrders.map(({ orderId, verdict }) => `kept: order ${orderId}: ${whyKept(verdict, now)}`),
    ...(keptSales === 0
      ? []
      : [
          `kept: sales made elsewhere, ${String(keptSales)}; --paid-too erases the e-mail of those whose keys were mailed`,
        ]),
    ...(waitingSupportMessages === 0
      ? []
      : [
          `kept: messages to support, ${String(waitingSupportMessages)}: not sent yet; run this again once they are`,
        ]),
    ...(hasAccount ? ['kept: the account: the audit names it; disable it in the back office'] : []),
  ]
}

function whyKept(verdict: KeptOrder['verdict'], now: Date): string {
  switch (verdict.kind) {
    case 'open':
      return `its payment may come until ${verdict.until.toISOString()}; run this again then`
    case 'under-way':
      return 'it has money, and keys, a refund or a decision are still due; settle it first'
    case 'done':
      return verdict.from < now
        ? 'it was paid, and the books need it; --paid-too erases e-mail and refund address'
        : `it was paid, and can be asked about until ${verdict.from.toISOString()}; from then on --paid-too erases it`
  }
}
