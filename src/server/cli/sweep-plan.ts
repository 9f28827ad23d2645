import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { text } from 'node:stream/consumers'
import { hasValidChecksum } from '#server/chain/addresses/has-valid-checksum.ts'
import { parseXpub, type Xpub } from '#server/chain/addresses/parse-xpub.ts'
import { containsPrivateMaterial } from '#server/chain/addresses/private-material.ts'
import { ChainError } from '#server/chain/chain-reader.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Settings } from '#server/config/settings.ts'
import type { Db } from '#server/db/database.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { openFunds } from '#server/shop/open-funds.ts'
import { planSweep, type SweepSummary } from '#server/sweep/plan-sweep.ts'
import { parseAmount, type Rate } from '#shared/money.ts'
import { isNetwork, NETWORKS, railOf, type Rail } from '#shared/rails.ts'
import { CommandError, UsageError, type CommandContext } from './command.ts'
import { printSweep } from './print-sweep.ts'
import { withDatabase } from './with-database.ts'

const OPTIONS = {
  to: { type: 'string' },
  out: { type: 'string' },
  xpub: { type: 'string' },
  master: { type: 'string' },
  'fee-rate': { type: 'string' },
  'coin-price': { type: 'string' },
} as const

/**
 * `sweep plan RAIL`: prints what lies at the shop's addresses, what moving it costs, and with `--to` and `--out` writes
 * unsigned transactions for an offline signer. Nothing is sent, and nothing in the shop changes but its audit.
 */
export async function runSweepPlan(context: CommandContext): Promise<number> {
  if (context.args.some(containsPrivateMaterial))
    throw new CommandError('this is private key material or seed words: Keyhold never takes them')
  const { values, positionals } = parseArgs({
    args: [...context.args],
    allowPositionals: true,
    options: OPTIONS,
  })
  const [network = ''] = positionals
  if (positionals.length !== 1 || !isNetwork(network))
    throw new UsageError(`expected one rail: ${NETWORKS.join(', ')}`)
  const { to, out } = values
  if (out !== undefined && to === undefined)
    throw new UsageError('--out needs --to: transactions are written for an address')
  if (values.master !== undefined && !/^[0-9a-f]{8}$/i.test(values.master))
    throw new UsageError('--master: expected the fingerprint of the master key, eight hexadecimal digits')
  const rail = railOf(network)
  const summary = await withDatabase(context, async ({ settings, database: { db }, log }) => {
    const xpub = await xpubFor(rail, settings, values.xpub, context)
    if (to !== undefined) await requireOutside(db, rail, to, settings)
    const funds = openFunds(settings, { clock: systemClock, log }).get(rail.chain)
    if (funds === undefined)
      throw new CommandError(`${rail.chain} has no node here (or is simulated): its balances cannot be read`)
    const request = {
      rail,
      xpub,
      to: to ?? null,
      master: values.master?.toLowerCase() ?? null,
      feeRate: perThousand(values['fee-rate']),
      coinRate: rateOf(values['coin-price']),
    }
    const planned = await orExplain(() => planSweep({ db, clock: systemClock, funds }, request))
    if (out !== undefined) await writeFiles(out, planned)
    const subject = { kind: 'orders', id: `sweep ${network}` } as const
    const facts = { transfers: planned.moves, to: to ?? null }
    await recordAudit(db, { at: systemClock(), actorId: null, action: 'orders.export', subject, facts })
    return planned
  })
  printSweep(context.out, summary, out ?? null)
  return 0
}

async function orExplain<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ChainError)) throw error
    throw new CommandError(`${error.message}; nothing was written, try again when the node answers`, {
      cause: error,
    })
  }
}

/** The extended public key of the rail, or one that was used before. */
async function xpubFor(
  { wallet }: Rail,
  { wallets, bitcoinNetwork }: Settings,
  option: string | undefined,
  { stdin }: CommandContext,
): Promise<Xpub> {
  if (option === undefined) {
    const xpub = wallets[wallet]
    if (xpub === null)
      throw new CommandError(`no extended public key is set for ${wallet}; name it by --xpub`)
    return xpub
  }
  const parsed = parseXpub(option === '-' ? await text(stdin) : option, { wallet, bitcoinNetwork })
  if (parsed.kind === 'xpub') return parsed.xpub
  throw new CommandError(`--xpub: ${parsed.message}`)
}

/** @throws {CommandError} if money cannot be sent to the address, or it is one of the shop's own. */
async function requireOutside(
  db: Db,
  { network, wallet }: Rail,
  to: string,
  { bitcoinNetwork }: Settings,
): Promise<void> {
  if (!hasValidChecksum(network, to, bitcoinNetwork))
    throw new CommandError(`--to: expected an address of ${network} with a valid checksum`)
  const spellings = [to, to.toLowerCase()]
  const own = await db
    .selectFrom('payments')
    .select((row) => row.fn.countAll<bigint>().as('count'))
    .where('wallet', '=', wallet)
    .where((row) =>
      row(
        row.fn<string>('lower', ['payment_address']),
        'in',
        spellings.map((one) => one.toLowerCase()),
      ),
    )
    .executeTakeFirstOrThrow()
  if (own.count > 0n)
    throw new CommandError('--to: this is an address of an order, which counts what it receives')
}

/** Satoshis per virtual byte as satoshis for 1,000. */
function perThousand(option: string | undefined): bigint | null {
  return option === undefined ? null : parseAmount(option, 3)
}

/** Dollars for a coin. */
function rateOf(option: string | undefined): Rate | null {
  return option === undefined ? null : (parseAmount(option, 8) as bigint as Rate)
}

async function writeFiles(folder: string, { files }: SweepSummary): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0)
    throw new CommandError('--out: the folder is not empty; two plans in one folder could be mixed up')
  for (const { name, content } of files)
    await writeFile(join(folder, name), content, { mode: 0o600, flag: 'wx' })
}
