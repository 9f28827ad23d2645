import type { Db } from '#server/db/database.ts'
import { describeRecoveries, listLostPayments } from '#server/recovery/describe-recoveries.ts'
import { listQuarantined } from '#server/recovery/quarantined-keys.ts'
import type { KeyCipher } from '#server/secrets/key-cipher.ts'
import type { ShopDatabase } from '#server/shop/shop-database.ts'
import type { RecoveryRow } from '#shared/recovery-api.ts'
import type { CommandContext } from './command.ts'

type Print = CommandContext['out']

/** Prints all recoveries, what they have found, and what is left to do. */
export async function printRecovery(
  { out }: CommandContext,
  { db, keyCipher }: Pick<ShopDatabase, 'db' | 'keyCipher'>,
): Promise<void> {
  for (const { amount, asset, chain, index, address, txHash } of await listLostPayments(db))
    out(`missing order: ${amount} ${asset} on ${chain}, index ${String(index)}, ${address}, ${txHash}`)
  const { recoveries } = await describeRecoveries(db)
  for (const recovery of recoveries) out(lineOf(recovery))
  await printKeys(out, db, keyCipher)
  const open = recoveries.find(({ finishedAt }) => finishedAt === null)
  if (open === undefined) {
    out(
      recoveries.length === 0
        ? 'this database was never restored: the shop takes orders'
        : 'the recovery is finished: the shop takes orders',
    )
    return
  }
  out(`orders made after ${open.lostSince} may be missing; no orders are taken`)
  if (open.addressesDoneAt === null) out('addresses: run "restore --resume"')
  if (open.keysDoneAt === null)
    out('keys: run "restore --keys-sent FILE" with the keys that were sent, then "restore --release-keys"')
}

const CAUSES: Readonly<Record<RecoveryRow['cause'], string>> = {
  restored: 'a backup was restored',
  older: 'the database lacked orders',
  other_database: 'another database was connected',
}

function lineOf({ cause, startedAt, finishedAt }: RecoveryRow): string {
  return `recovery of ${startedAt}: ${CAUSES[cause]}; ${finishedAt === null ? 'open' : `finished ${finishedAt}`}`
}

/** The first keys, masked; a list of all of them is a file of its own. */
async function printKeys(out: Print, db: Db, cipher: KeyCipher): Promise<void> {
  const { keys, pagination } = await listQuarantined(db, cipher, 1, false)
  for (const { id, game_key, game_edition } of keys) out(`key set aside: ${game_key} ${game_edition} ${id}`)
  if (pagination.total === 0) return
  out(
    `${String(pagination.total)} keys are set aside; "restore --list-keys" prints all of them unmasked, in the order in which ` +
      'they are handed out, so that those sent since come first: compare them with the log of your mail server',
  )
}
