import { flushCompileCache } from 'node:module'
import { createLog } from '#server/runtime/log.ts'
import { serve } from '#server/shop/serve.ts'
import { UsageError, type CommandContext } from './command.ts'
import { runRestore } from './restore.ts'
import { requireSettings } from './require-settings.ts'
import { stopSignal } from './stop-signal.ts'

/** `serve`: prints one line when the shop is ready and serves until SIGTERM or SIGINT. */
export async function runServe(context: CommandContext): Promise<number> {
  const { args, environment, out, say } = context
  if (args.length > 0) throw new UsageError('serve takes no arguments; settings are environment variables')
  const settings = requireSettings(environment)
  const log = createLog({ level: settings.logLevel })
  const stopping = stopSignal()
  for (;;) {
    const shop = await serve(settings, { log, say })
    out(`Keyhold ${settings.profile} shop ready on ${shop.url}`)
    // now and not at the end, so that a shop that is killed also starts fast next time
    flushCompileCache()
    const path = await Promise.race([stopping.received, shop.restoreRequested ?? stopping.received])
    say('stopping: finishing work in progress')
    await shop.stop()
    if (path === undefined) return 0
    await restoreFor(context, path)
  }
}

/** As the command does it. The shop starts again, whatever the outcome: an empty one is as it was if the restore failed. */
async function restoreFor(context: CommandContext, path: string): Promise<void> {
  try {
    await runRestore({ ...context, args: [path] })
  } catch (error) {
    context.say(`the restore failed: ${error instanceof Error ? error.message : 'for an unknown reason'}`)
  }
}
