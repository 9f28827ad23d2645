import { addFreshKeys } from '#server/keys/generate-keys.ts'
import { isEdition } from '#shared/editions.ts'
import { UsageError, type CommandContext } from './command.ts'
import { withDatabase } from './with-database.ts'

const MOST = 1_000_000

/** `keys generate EDITION N`: adds fresh keys to the stock; orders that wait for keys are filled by the running shop. */
export async function run(context: CommandContext): Promise<number> {
  const [edition = '', text = '', ...rest] = context.args
  const count = /^\d{1,7}$/.test(text) ? Number(text) : 0
  if (!isEdition(edition) || count < 1 || count > MOST || rest.length > 0) {
    throw new UsageError(
      `expected an edition (standard or supporter) and a number of keys from 1 to ${String(MOST)}`,
    )
  }
  await withDatabase(context, ({ database }) => addFreshKeys(database.db, edition, count))
  context.out(`${String(count)} keys added to ${edition}`)
  return 0
}
