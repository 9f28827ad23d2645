import { addEditions } from '#server/db/fill-reference-tables.ts'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { editionsOnSale } from './editions-on-sale.ts'
import { requireSettings } from './require-settings.ts'
import { UsageError, type CommandContext } from './command.ts'
import { withDatabase } from './with-database.ts'

const MOST = 1_000_000

/** `keys generate EDITION N`: adds fresh keys to the stock; orders that wait for keys are filled by the running shop. */
export async function run(context: CommandContext): Promise<number> {
  const [edition = '', text = '', ...rest] = context.args
  const count = /^\d{1,7}$/.test(text) ? Number(text) : 0
  const editions = editionsOnSale(requireSettings(context.environment))
  if (!editions.includes(edition) || count < 1 || count > MOST || rest.length > 0) {
    throw new UsageError(
      `expected an edition (${editions.join(', ')}) and a number of keys from 1 to ${String(MOST)}`,
    )
  }
  await withDatabase(context, async ({ database: { db } }) => {
    await addEditions(db, editions)
    await addNewKeys(db, edition, count)
  })
  context.out(`${String(count)} keys added to ${edition}`)
  return 0
}
