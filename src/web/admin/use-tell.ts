import type { CallOutcome } from '#web/api/call-shop.ts'
import { useAdmin } from './admin-context.ts'
import { describeFailure } from './describe-failure.ts'
import { useToast } from './toasts.tsx'

type Done<Reply> = Extract<CallOutcome<Reply>, { readonly kind: 'ok' }>

/**
 * Returns a function that shows in a toast what came of a call, and tells whether it succeeded.
 *
 * The texts: `failed` where the failure has no text of its own; `done` null where success shows by itself. `undo` takes it back; absent if nothing
 * does.
 */
export function useTell(): <Reply>(
  outcome: CallOutcome<Reply>,
  failed: string,
  done: string | ((reply: Reply) => string) | null,
  undo?: () => unknown,
) => outcome is Done<Reply> {
  const admin = useAdmin()
  const showToast = useToast()
  return (outcome, failed, done, undo): outcome is Done<never> => {
    if (outcome.kind === 'failed') showToast('bad', describeFailure(admin, outcome, failed))
    else if (done !== null) showToast('good', typeof done === 'string' ? done : done(outcome.reply), undo)
    return outcome.kind === 'ok'
  }
}
