import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { hasValidChecksum } from '#server/chain/addresses/has-valid-checksum.ts'
import { parseXpub, type Xpub } from '#server/chain/addresses/parse-xpub.ts'
import { containsPrivateMaterial } from '#server/chain/addresses/private-material.ts'
import { ChainError } from '#server/chain/chain-reader.ts'
import type { Settings } from '#server/config/settings.ts'
import type { Db } from '#server/db/database.ts'
import type { PlanFile } from '#server/sweep/sweep-files.ts'
import { parseAmount, type Rate } from '#shared/money.ts'
import type { Rail } from '#shared/rails.ts'
import { CommandError, UsageError, type CommandContext } from './command.ts'
import { readArguments, readRail } from './read-arguments.ts'

// What the commands that write unsigned transactions take.

/** @throws {UsageError} if the arguments are not one rail and these options. */
export function readPlanArgs<const Option extends string>(
  context: CommandContext,
  options: readonly Option[],
) {
  if (context.args.some(containsPrivateMaterial))
    throw new CommandError('this is private key material or seed words: Keyhold never takes them')
  const { values, positionals } = readArguments(context, [...options, 'xpub', 'master', 'fee-rate', 'out'])
  const { master } = values as { readonly master?: string }
  if (master !== undefined && !/^[0-9a-f]{8}$/i.test(master))
    throw new UsageError('--master: expected the fingerprint of the master key, eight hexadecimal digits')
  return { rail: readRail(positionals), values, master: master?.toLowerCase() ?? null }
}

/** Turns the silence of nodes into the command's one line. */
export async function orExplain<T>(work: () => Promise<T>): Promise<T> {
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
export async function xpubFor(
  { wallet }: Rail,
  { wallets, outputNetworks }: Settings,
  option: string | undefined,
  { stdin }: CommandContext,
): Promise<Xpub> {
  if (option === undefined) {
    const xpub = wallets[wallet]
    if (xpub === null)
      throw new CommandError(`no extended public key is set for ${wallet}; name it by --xpub`)
    return xpub
  }
  const parsed = parseXpub(option === '-' ? await text(stdin) : option, { wallet, outputNetworks })
  if (parsed.kind === 'xpub') return parsed.xpub
  throw new CommandError(`--xpub: ${parsed.message}`)
}

/** @throws {CommandError} if money cannot be sent to the address, or it is one of the shop's own. */
export async function requireOutside(
  db: Db,
  { network, wallet }: Rail,
  to: string,
  { outputNetworks }: Settings,
  option: string,
): Promise<void> {
  if (!hasValidChecksum(network, to, outputNetworks))
    throw new CommandError(`--${option}: expected an address of ${network} with a valid checksum`)
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
    throw new CommandError(`--${option}: this is an address of an order, which counts what it receives`)
}

/** Satoshis per virtual byte as satoshis for 1,000. */
export function perThousand(option: string | undefined): bigint | null {
  return option === undefined ? null : parseAmount(option, 3)
}

/** Dollars for a coin. */
export function rateOf(option: string | undefined): Rate | null {
  return option === undefined ? null : (parseAmount(option, 8) as bigint as Rate)
}

/** Writes the files of a plan into a new folder. */
export async function writeFiles(folder: string, files: readonly PlanFile[]): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0)
    throw new CommandError('--out: the folder is not empty; two plans in one folder could be mixed up')
  for (const { name, content } of files)
    await writeFile(join(folder, name), content, { mode: 0o600, flag: 'wx' })
}
