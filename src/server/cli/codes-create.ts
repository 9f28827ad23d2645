import { currencyDecimals, type Currency } from '#shared/currency.ts'
import { createCodes } from '#server/discounts/create-codes.ts'
import { addEditions } from '#server/db/fill-reference-tables.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { DiscountCreation } from '#shared/discounts-api.ts'
import { parseAmount } from '#shared/money.ts'
import { CommandError, UsageError, type CommandContext } from './command.ts'
import { gameWithChanges } from './game-with-changes.ts'
import { readArguments } from './read-arguments.ts'
import { withDatabase } from './with-database.ts'

const OPTIONS = [
  ...(['percent', 'amount', 'currency', 'edition', 'uses', 'per-mailbox', 'from', 'until'] as const),
  ...(['name', 'count'] as const),
]

/** `codes create [CODE]`: creates one discount code, or a batch of generated ones, and prints them. */
export async function runCodesCreate(context: CommandContext): Promise<number> {
  await withDatabase(context, async ({ settings, ...deps }) => {
    const { db } = deps.database
    const game = await gameWithChanges(settings, deps)
    const [onSale, { currency }] = [game.editions(), game.current().game]
    const wanted = readCreation(context, currency)
    await addEditions(
      db,
      onSale.map(({ id }) => id),
    )
    const result = await createCodes(db, wanted, { actorId: null, now: systemClock(), onSale, currency })
    if (result.kind === 'exists')
      throw new CommandError('there is a discount code with this text; choose another')
    if (result.kind === 'invalid') throw new CommandError(result.message)
    for (const { code } of result.codes) context.out(code)
    if (result.batchId !== null) context.say(`batch ${result.batchId}`)
  })
  return 0
}

/** @param shopCurrency is meant where no other one is named. */
function readCreation(context: CommandContext, shopCurrency: Currency): DiscountCreation {
  const { values, positionals } = readArguments(context, OPTIONS)
  const { currency = shopCurrency } = values
  const [code = null, ...rest] = positionals
  if (rest.length > 0) throw new UsageError('expected one code at most')
  const parsed = DiscountCreation.safeParse({
    code,
    count: whole('count', values.count) ?? 1,
    content: {
      name: values.name ?? code ?? '',
      percent: whole('percent', values.percent),
      amountCents: readAmount(values.amount, currency),
      currency,
      edition: values.edition ?? null,
      uses: whole('uses', values.uses),
      usesPerMailbox: whole('per-mailbox', values['per-mailbox']),
      from: readMoment('from', values.from),
      until: readMoment('until', values.until),
    },
  })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const hint = values.name === undefined && code === null ? '; generated codes need --name' : ''
  throw new UsageError(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not valid'}${hint}`)
}

function whole(name: string, text: string | undefined): number | null {
  if (text === undefined) return null
  if (!/^\d{1,7}$/.test(text)) throw new UsageError(`expected --${name} to be a whole number, got ${text}`)
  return Number(text)
}

/** An amount of a currency, with at most its decimals. */
function readAmount(text: string | undefined, currency: Currency): number | null {
  if (text === undefined) return null
  try {
    return Number(parseAmount(text, currencyDecimals(currency)))
  } catch (cause) {
    throw new UsageError(`expected --amount to be an amount in ${currency} such as 5, got ${text}`, { cause })
  }
}

/** A day begins at 00:00 UTC. */
function readMoment(name: string, text: string | undefined): string | null {
  if (text === undefined) return null
  const at = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?Z)?$/.test(text) ? Date.parse(text) : NaN
  if (Number.isNaN(at))
    throw new UsageError(`expected --${name} to be a day such as 2026-12-01 or a time in UTC, got ${text}`)
  return new Date(at).toISOString()
}
