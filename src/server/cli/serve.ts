import { flushCompileCache } from 'node:module'
import { createLog } from '#server/runtime/log.ts'
import { useMemory } from '#server/runtime/v8-memory.ts'
import { serve } from '#server/shop/serve.ts'
import { UsageError, type CommandContext } from './command.ts'
import { runRestore } from './restore.ts'
import { requireSettings } from './require-settings.ts'

/** `serve`: prints one line when the shop is ready and serves until SIGTERM or SIGINT. */
export async function runServe(context: CommandContext): Promise<number> {
  const { args, environment, out, say } = context
  if (args.length > 0) throw new UsageError('serve takes no arguments; settings are environment variables')
  const settings = requireSettings(environment)
  useMemory(settings.memory)
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

/** npm forwards a signal that the terminal has already sent; two within this time count as one. */
const SAME_SIGNAL_MS = 2_000
const INTERRUPTED = 130

/** Waits for a stop signal. A second, later signal ends the process at once. */
function stopSignal(): { readonly received: Promise<void> } {
  let firstAtMs: number | null = null
  const received = new Promise<void>((resolve) => {
    const onSignal = () => {
      const nowMs = performance.now()
      if (firstAtMs === null) {
        firstAtMs = nowMs
        resolve()
      } else if (nowMs - firstAtMs > SAME_SIGNAL_MS) {
        process.exit(INTERRUPTED)
      }
    }
    process.on('SIGTERM', onSignal)
    process.on('SIGINT', onSignal)
  })
  return { received }
}
