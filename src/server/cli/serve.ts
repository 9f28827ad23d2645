import { flushCompileCache } from 'node:module'
import { systemClock } from '#server/runtime/clock.ts'
import { createLog } from '#server/runtime/log.ts'
import { serve } from '#server/shop/serve.ts'
import { UsageError, type CommandContext } from './command.ts'
import { requireSettings } from './require-settings.ts'
import { stopSignal } from './stop-signal.ts'

/** `serve`: prints one line when the shop is ready and serves until SIGTERM or SIGINT. */
export async function runServe({ args, environment, out, say }: CommandContext): Promise<number> {
  if (args.length > 0) throw new UsageError('serve takes no arguments; settings are environment variables')
  const settings = requireSettings(environment)
  const log = createLog({ level: settings.logLevel })
  const stopping = stopSignal()
  const shop = await serve(settings, { log, clock: systemClock, say })
  out(`Keyhold ${settings.profile} shop ready on ${shop.url}`)
  // now and not at the end, so that a shop that is killed also starts fast next time
  flushCompileCache()
  await stopping.received
  say('stopping: finishing work in progress')
  await shop.stop()
  return 0
}
