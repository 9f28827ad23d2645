import { recordAudit } from '#server/audit/record-audit.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { openFunds } from '#server/shop/open-funds.ts'
import { planSweep } from '#server/sweep/plan-sweep.ts'
import { CommandError, UsageError, type CommandContext } from './command.ts'
import { printSweep } from './print-sweep.ts'
import {
  orExplain,
  perThousand,
  rateOf,
  readPlanArgs,
  requireOutside,
  writeFiles,
  xpubFor,
} from './sweep-options.ts'
import { withDatabase } from './with-database.ts'

/**
 * `sweep plan RAIL`: prints what lies at the shop's addresses, what moving it costs, and with `--to` and `--out` writes
 * unsigned transactions for an offline signer. Nothing is sent, and nothing in the shop changes but its audit.
 */
export async function runSweepPlan(context: CommandContext): Promise<number> {
  const { rail, values, master } = readPlanArgs(context, ['to', 'coin-price'])
  const { to, out } = values
  if (out !== undefined && to === undefined)
    throw new UsageError('--out needs --to: transactions are written for an address')
  const summary = await withDatabase(context, async ({ settings, database: { db }, log }) => {
    const xpub = await xpubFor(rail, settings, values.xpub, context)
    if (to !== undefined) await requireOutside(db, rail, to, settings, 'to')
    const funds = openFunds(settings, { clock: systemClock, log }).get(rail.chain)
    if (funds === undefined)
      throw new CommandError(`${rail.chain} has no node here (or is simulated): its balances cannot be read`)
    const request = {
      rail,
      xpub,
      to: to ?? null,
      master,
      feeRate: perThousand(values['fee-rate']),
      coinRate: rateOf(values['coin-price']),
    }
    const planned = await orExplain(() => planSweep({ db, clock: systemClock, funds }, request))
    if (out !== undefined) await writeFiles(out, planned.files)
    const subject = { kind: 'orders', id: `sweep ${rail.network}` } as const
    const facts = { transfers: planned.moves, to: to ?? null }
    await recordAudit(db, { at: systemClock(), actorId: null, action: 'orders.export', subject, facts })
    return planned
  })
  printSweep(context.out, summary, out ?? null)
  return 0
}
