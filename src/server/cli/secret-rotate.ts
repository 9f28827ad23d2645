import { SingleBar } from 'cli-progress'
import { systemClock } from '#server/runtime/clock.ts'
import { secretPlace } from '#server/secrets/secret-file.ts'
import { rotateSecret } from '#server/shop/rotate-secret.ts'
import { UsageError, type CommandContext } from './command.ts'
import { withDatabase } from './with-database.ts'

/** A progress bar is shown from this number of keys. */
const SHOWN_ABOVE = 5000

/** `secret rotate`: replaces the installation's secret, and encrypts with the new one what the old one had encrypted. */
export async function runSecretRotate(context: CommandContext): Promise<number> {
  if (context.args.length > 0) throw new UsageError('secret rotate takes no arguments')
  const bar = new SingleBar({
    format: '{bar} {percentage}% | {value} of {total} keys',
    stream: process.stderr,
  })
  let isShown = false
  return withDatabase(context, async ({ settings, database }) => {
    const result = await rotateSecret(database, settings, systemClock(), (resealed, of) => {
      if (!isShown && of > SHOWN_ABOVE) bar.start(of, 0)
      isShown = of > SHOWN_ABOVE
      if (isShown) bar.update(resealed)
    })
    bar.stop()
    if (result === null) {
      context.out(
        'nothing is left to encrypt with the first secret in KEYHOLD_SECRET; to replace it, put a new one before it ' +
          '(openssl rand -base64 32), separated by a comma, and run this again',
      )
      return 0
    }
    const { secretId, accounts, resealed, unreadable } = result
    context.out(
      `${String(resealed)} keys are encrypted with the secret ${secretId}, the first in ${secretPlace(settings)}`,
    )
    if (accounts !== null && accounts > 0)
      context.out(`${String(accounts)} accounts need new recovery codes; their second factors stay`)
    if (unreadable > 0) {
      context.say(`${String(unreadable)} keys cannot be read and were left as they are; "check" says why`)
      return 1
    }
    context.out(
      'start the shop; keep the old secret with the backups made before now, and remove it from ' +
        `${secretPlace(settings)} when you keep none of them any more`,
    )
    return 0
  })
}
