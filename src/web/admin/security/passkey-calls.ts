import type * as z from 'zod'
import type { AddPasskeyReply, PasskeyCreationReply, PasskeysReply } from '#shared/passkey-api.ts'
import type { CallOutcome } from '#web/api/call-shop.ts'
import { askPasskey, makePasskey, type NoPasskeyReason } from '#web/api/passkeys.ts'
import { callAdmin } from '#web/admin/call-admin.ts'

export type Passkeys = z.infer<typeof PasskeysReply>
type Added = z.infer<typeof AddPasskeyReply>

/** The device gave nothing, and why. */
interface NoPasskey {
  readonly kind: 'none'
  readonly reason: NoPasskeyReason
}

/** Has the device make a passkey, and stores it. Asks for the password or a passkey first if neither was given just now. */
export async function addPasskey(name: string): Promise<CallOutcome<Added> | NoPasskey> {
  const started = await callAdmin<z.infer<typeof PasskeyCreationReply>>('POST', '/auth/passkeys/start', {})
  if (started.kind === 'failed') return started
  const made = await makePasskey(started.reply.creation)
  if (made.kind === 'none') return made
  return callAdmin<Added>('POST', '/auth/passkeys', { name, attestation: made.answer })
}

export const renamePasskey = (id: string, name: string) =>
  callAdmin('POST', '/auth/passkeys/rename', { id, name })
export const dropPasskey = (id: string) => callAdmin('DELETE', '/auth/passkeys', { id })

/** Confirms an action with a passkey in place of the password. */
export async function confirmWithPasskey(): Promise<CallOutcome<{ success: true }> | NoPasskey> {
  const asked = await askPasskey()
  return asked.kind === 'ok' ? callAdmin('POST', '/auth/confirm', { assertion: asked.answer }) : asked
}
