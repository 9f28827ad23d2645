import { sendToShop, type CallOptions, type CallOutcome } from '#web/api/call-shop.ts'
import { askPassword } from './ask-password.ts'
import { goToSignIn } from './session-end.ts'

type Method = 'POST' | 'DELETE'

/**
 * Sends a request to the back office. Failures are logged to the console; an expired session redirects to sign-in, and a
 * call that needs the password again asks for it.
 */
export async function callAdmin<Reply = { success: true }>(
  method: Method,
  path: string,
  body: object,
  options?: CallOptions,
): Promise<CallOutcome<Reply>> {
  const init = { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const outcome = logFailure(await sendToShop<Reply>(path, init, options))
  const mustConfirm = outcome.kind === 'failed' && outcome.code === 'CONFIRM_REQUIRED'
  if (!mustConfirm || !(await askPassword())) return outcome
  return logFailure(await sendToShop<Reply>(path, init, options))
}

/** Sends plain text, such as a list of keys. */
export async function sendText<Reply>(
  path: string,
  text: Blob | string,
  options?: CallOptions,
): Promise<CallOutcome<Reply>> {
  const init = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: text }
  return logFailure(await sendToShop<Reply>(path, init, options))
}

function logFailure<Reply>(outcome: CallOutcome<Reply>): CallOutcome<Reply> {
  if (outcome.kind === 'failed') {
    console.warn('A back office request failed.', outcome.code, outcome.error)
    if (outcome.status === 401 && outcome.code === 'UNAUTHORIZED') goToSignIn()
  }
  return outcome
}
