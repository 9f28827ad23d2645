import { exportAudit } from '#server/audit/list-audit.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { systemClock } from '#server/runtime/clock.ts'
import type { Db } from '#server/db/database.ts'
import { exportKeys } from '#server/keys/export-keys.ts'
import { exportOrders } from '#server/staff-orders/export-orders.ts'
import { exportOss } from '#server/staff-orders/export-oss.ts'
import { parseQuarter } from '#server/staff-orders/oss-table.ts'
import { parseAmount } from '#shared/money.ts'
import { exportAddresses } from '#server/sweep/export-addresses.ts'
import { openFunds, xpubsOf } from '#server/shop/open-funds.ts'
import type { ShopDatabase } from '#server/shop/shop-database.ts'
import { ExportFilter } from '#shared/order-filter-api.ts'
import { UsageError, type CommandContext } from './command.ts'
import { readArguments } from './read-arguments.ts'
import { withDatabase, type CommandDeps } from './with-database.ts'

/** Days of creation in UTC, both included; undefined: no limit. */
type Days = Pick<ExportFilter, 'from' | 'to'>

const EXPORTS: Readonly<Record<string, (deps: CommandDeps, days: Days) => AsyncGenerator<string>>> = {
  orders: ({ database: { db } }, days) =>
    audited(db, 'orders', exportOrders(db, ExportFilter.parse({ ...days }))),
  addresses: ({ settings, database: { db }, log }) =>
    audited(
      db,
      'addresses',
      exportAddresses({
        db,
        xpubs: xpubsOf(settings),
        funds: openFunds(settings, { clock: systemClock, log }),
      }),
    ),
  keys: ({ database }) => keys(database),
  audit: ({ database: { db } }) => exportAudit(db, { action: '', actor: '', subject: '' }),
}

/** `export orders|addresses|keys|audit`: prints CSV to standard output; orders also of some days only. */
export async function runExport(context: CommandContext): Promise<number> {
  const { positionals, values } = readArguments(context, ['from', 'to', 'quarter', 'eur'])
  const [what, ...rest] = positionals
  if (what === 'oss' && rest.length === 0) return printOss(context, values)
  const write = Object.entries(EXPORTS).find(([name]) => name === what)?.[1]
  if (write === undefined || rest.length > 0) {
    const names = [...Object.keys(EXPORTS), 'oss'].join(', ')
    throw new UsageError(`expected one of ${names}; redirect standard output to a file`)
  }
  const days = readDays(values)
  if (what !== 'orders' && Object.keys(days).length > 0)
    throw new UsageError('--from and --to are for orders: nothing else has a day of creation here')
  await withDatabase(context, async (deps) => {
    for await (const line of write(deps, days)) {
      if (context.isOutputClosed?.() === true) break
      context.out(line.trimEnd())
    }
  })
  return 0
}

/** `export oss --quarter 2026Q4 [--eur RATE]`: supplies and refunds by country, for a return to the one-stop shop. */
async function printOss(
  context: CommandContext,
  { quarter, eur }: { readonly quarter?: string; readonly eur?: string },
): Promise<number> {
  const read = parseQuarter(quarter ?? '')
  if (read === null) throw new UsageError('--quarter: expected a quarter such as 2026Q4')
  const dollarsE4 = eur === undefined ? null : BigInt(parseAmount(eur, 4))
  if (dollarsE4 === 0n) throw new UsageError('--eur: expected the dollars of one euro, such as 1.0834')
  await withDatabase(context, async ({ database: { db } }) => {
    for await (const line of audited(db, `oss ${read.name}`, exportOss(db, read, dollarsE4)))
      context.out(line.trimEnd())
  })
  return 0
}

/** @throws {UsageError} for a day of another form. */
function readDays(values: { readonly from?: string; readonly to?: string }): Days {
  const read = ExportFilter.pick({ from: true, to: true }).safeParse(values)
  if (!read.success) throw new UsageError('--from and --to: expected a day such as 2026-10-01')
  const { from, to } = read.data
  if (from !== undefined && to !== undefined && from > to) throw new UsageError('--from is after --to')
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
}

async function* keys({ db, keyCipher }: ShopDatabase): AsyncGenerator<string> {
  const subject = { kind: 'keys', id: 'all all' } as const
  await recordAudit(db, { at: systemClock(), actorId: null, action: 'keys.export', subject })
  yield* exportKeys(db, keyCipher, { edition: 'all', status: 'all', q: '' })
}

async function* audited(db: Db, id: string, lines: AsyncGenerator<string>): AsyncGenerator<string> {
  const subject = { kind: 'orders', id } as const
  await recordAudit(db, { at: systemClock(), actorId: null, action: 'orders.export', subject })
  yield* lines
}
