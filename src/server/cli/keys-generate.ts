import { addEditions } from '#server/db/fill-reference-tables.ts'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { editionsOnSale } from './editions-on-sale.ts'
import { requireSettings } from './require-settings.ts'
import { UsageError, type CommandContext } from './command.ts'
import { withDatabase } from './with-database.ts'

const MAX_COUNT = 1_000_000

/** `keys generate EDITION N`: adds new keys to the stock. The running shop delivers them to orders that wait for keys. */
export async function runKeysGenerate(context: CommandContext): Promise<number> {
  const [edition = '', text = '', ...rest] = context.args
  const count = /^\d{1,7}$/.test(text) ? Number(text) : 0
  const editions = editionsOnSale(requireSettings(context.environment))
  if (!editions.includes(edition) || count < 1 || count > MAX_COUNT || rest.length > 0) {
    throw new UsageError(
      `expected an edition (${editions.join(', ')}) and a number of keys from 1 to ${String(MAX_COUNT)}`,
    )
  }
  await withDatabase(context, async ({ database: { db, keyCipher } }) => {
    await addEditions(db, editions)
    await addNewKeys(db, keyCipher, edition, count)
  })
  context.out(`${String(count)} keys added to ${edition}`)
  return 0
}
