import { currencyOfGame } from './editions-on-sale.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Settings } from '#server/config/settings.ts'
import { abandonPlan } from '#server/payouts/abandon-plan.ts'
import { matchPayouts } from '#server/payouts/match-payouts.ts'
import type { PayoutDeps, PayoutRequest } from '#server/payouts/payout-draft.ts'
import { planPayouts } from '#server/payouts/plan-payouts.ts'
import { readOpenPlan } from '#server/payouts/payout-record.ts'
import { PlanChangedError } from '#server/payouts/store-plan.ts'
import { PendingTransactionError } from '#server/payouts/draft-account-payouts.ts'
import { UnsuitableAddressError } from '#server/payouts/draft-output-payouts.ts'
import type { PaymentPolicy } from '#server/payments/policy.ts'
import { registerPrices } from '#server/prices/register-prices.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { openFunds } from '#server/shop/open-funds.ts'
import { openReaders } from '#server/shop/open-readers.ts'
import { walletKindOf } from '#shared/chains.ts'
import type { Currency } from '#shared/currency.ts'
import type { Rail } from '#shared/rails.ts'
import { CommandError, UsageError, type CommandContext } from './command.ts'
import { printPayouts } from './print-payouts.ts'
import { orExplain, perThousand, readPlanArgs, requireOutside, writeFiles, xpubFor } from './sweep-options.ts'
import { withDatabase, type CommandDeps } from './with-database.ts'

/**
 * `payout plan RAIL`: quotes all refunds of a rail that are owed, and plans unsigned transactions that pay them. The plan is
 * stored; run again, the command shows the same one, until its transactions are on the chain or it is abandoned.
 */
export async function runPayoutPlan(context: CommandContext): Promise<number> {
  const { rail, values, master } = readPlanArgs(context, ['from', 'change', 'abandon'])
  const { network } = rail
  await withDatabase(context, async (deps) => {
    const { settings, database } = deps
    const { from = null, change = null, abandon, out = null } = values
    for (const [option, address] of Object.entries({ from, change }))
      if (address !== null) await requireOutside(database.db, rail, address, settings, option)
    const payouts = openPayouts(deps, rail)
    await orExplain(() => matchPayouts({ ...payouts, log: deps.log }))
    if (abandon !== undefined) return runAbandon(context, payouts, rail, abandon)
    const isOutputs = walletKindOf(rail.chain).spendsOutputs
    if (!isOutputs && change !== null) throw new UsageError('--change: an account has no change')
    if (!isOutputs && from === null && (await readOpenPlan(database.db, network)) === null)
      throw new UsageError('--from ADDRESS: expected the account that pays')
    const request: PayoutRequest = {
      rail,
      xpub: isOutputs ? await xpubFor(rail, settings, values.xpub, context) : null,
      from,
      change,
      master,
      feeRate: perThousand(values['fee-rate']),
    }
    const planned = await runPlan(payouts, request)
    if (planned.kind === 'made')
      await recordAudit(database.db, {
        at: systemClock(),
        actorId: null,
        action: 'payout.plan',
        subject: { kind: 'orders', id: `payouts ${network}` },
        facts: {
          planId: planned.plan.id,
          refunds: planned.draft.transactions.flatMap((one) => one.refunds).length,
        },
      })
    if (out !== null && (planned.kind === 'made' || planned.kind === 'open'))
      await writeFiles(out, planned.plan.files)
    printPayouts(context.out, rail, planned, out)
  })
  return 0
}

async function runPlan(payouts: PayoutDeps, request: PayoutRequest) {
  try {
    return await orExplain(() => planPayouts(payouts, request))
  } catch (error) {
    if (
      error instanceof PlanChangedError ||
      error instanceof PendingTransactionError ||
      error instanceof UnsuitableAddressError
    )
      throw new CommandError(error.message, { cause: error })
    throw error
  }
}

async function runAbandon(
  context: CommandContext,
  payouts: PayoutDeps,
  rail: Rail,
  planId: string,
): Promise<void> {
  const now = systemClock()
  const outcome = await orExplain(() => abandonPlan(payouts, rail, planId, now))
  if (outcome.kind === 'refused') throw new CommandError(outcome.message)
  await recordAudit(payouts.db, {
    at: now,
    actorId: null,
    action: 'payout.abandon',
    subject: { kind: 'orders', id: `payouts ${rail.network}` },
    facts: { planId, refunds: outcome.refunds },
  })
  context.out(`abandoned: ${String(outcome.refunds)} refunds may be planned again`)
  context.out('delete its files: what was signed of it must never be broadcast')
}

function openPayouts({ settings, database: { db }, log }: CommandDeps, rail: Rail): PayoutDeps {
  const base = { clock: systemClock, log }
  const funds = openFunds(settings, base).get(rail.chain)
  const reader = openReaders(settings, base).get(rail.chain)
  if (funds === undefined || reader === undefined)
    throw new CommandError(`${rail.chain} has no node here (or is simulated): its refunds are paid by hand`)
  return {
    db,
    clock: systemClock,
    funds,
    reader,
    policy: policyOf(settings, { ...base, db, currency: currencyOfGame(settings) }),
  }
}

/** As the shop that serves has it. */
function policyOf(
  settings: Settings,
  base: Omit<Parameters<typeof registerPrices>[0], 'settings' | 'currencies'> & {
    readonly currency: Currency
  },
): PaymentPolicy {
  const { chains, confirmations, quorumCents, singleNodeCents } = settings
  return {
    ...{ confirmations, quorumCents, singleNodeCents },
    endpointCount: (chain) => {
      const { rpcUrls, esploraUrls } = chains[chain]
      return rpcUrls.length > 0 ? rpcUrls.length : esploraUrls.length
    },
    rates: registerPrices({ ...base, settings, currencies: [base.currency] }).rates,
    currency: base.currency,
  }
}
