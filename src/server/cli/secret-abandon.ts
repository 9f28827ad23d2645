import { resealKeys } from '#server/keys/reseal-keys.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { secretPlace } from '#server/secrets/secret-file.ts'
import { abandonSecret, findLostWithSecret, type LostWithSecret } from '#server/shop/abandon-secret.ts'
import { CommandError, UsageError, type CommandContext } from './command.ts'
import { readArguments } from './read-arguments.ts'
import { withDatabase } from './with-database.ts'

/** `secret abandon`: begins with a new secret where the old one is lost for good. Without `--yes` it only says what is lost. */
export async function runSecretAbandon(context: CommandContext): Promise<number> {
  const { values, positionals } = readArguments(context, [], ['yes'])
  if (positionals.length > 0) throw new UsageError('secret abandon takes no arguments but --yes')
  let secretId = ''
  return withDatabase(
    context,
    async ({ settings, database }) => {
      // of a rotation that was under way, when another secret is still there
      await resealKeys(database.db, database.keyCipher)
      context.out(
        `the secret ${secretId}, in ${secretPlace(settings)}, is used from now on: keep a copy of it`,
      )
      context.out('start the shop, import keys, and have staff set their second factors again')
      return 0
    },
    async (db, settings) => {
      const lost = await findLostWithSecret(db, settings)
      for (const line of describe(lost)) context.out(line)
      if (!values.yes)
        throw new CommandError(
          'nothing was changed; run this again with --yes if the secret is lost for good',
        )
      secretId = await abandonSecret(db, settings, systemClock())
    },
  )
}

function describe({ secretId, unsold, unmailed, accounts }: LostWithSecret): readonly string[] {
  return [
    `the secret ${secretId} is lost, and with it:`,
    ...unsold.map(
      ({ edition, keys }) => `  ${String(keys)} unsold keys of edition ${edition}, which are retired`,
    ),
    `  the second factors of ${String(accounts)} accounts but for their passkeys, and all sessions`,
    '  the secrets of webhooks, which are shown anew, the addresses of chats, which are to be entered again, and codes in',
    '  mails that were sent; links of orders go on working',
    ...unmailed.map(
      (id) => `  the keys of order ${id}, which were not mailed: replace them in the back office`,
    ),
    'orders, invoices, refunds and addresses stay. Keys that were sold are not recognised any more: import only keys that',
    'no buyer has',
  ]
}
