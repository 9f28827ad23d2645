import { flushCompileCache } from 'node:module'
import { systemClock } from '#server/runtime/clock.ts'
import { createLog } from '#server/runtime/log.ts'
import { serve } from '#server/shop/serve.ts'
import { UsageError, type CommandContext } from './command.ts'
import { requireSettings } from './require-settings.ts'
import { stopSignal } from './stop-signal.ts'

/** `serve`: one line once the shop is ready, then until SIGTERM or SIGINT. */
export async function run({ args, environment, out, say }: CommandContext): Promise<number> {
  if (args.length > 0) throw new UsageError('serve takes no arguments; settings are environment variables')
  const settings = requireSettings(environment)
  const log = createLog({ level: settings.logLevel })
  const stopping = stopSignal()
  const shop = await serve(settings, { log, clock: systemClock, say })
  out(`Keyhold ${settings.profile} shop ready on ${shop.url}`)
  // now, not at the end: a shop that is killed shall start fast too
  flushCompileCache()
  await stopping.received
  say('stopping: finishing what is under way')
  await shop.stop()
  return 0
}
