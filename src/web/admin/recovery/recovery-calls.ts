import type {
  QuarantineDecision,
  QuarantineDecisionReply,
  QuarantinedKeysReply,
  RecoveriesReply,
} from '#shared/recovery-api.ts'
import { readOrThrow } from '#web/api/query-client.ts'
import { callAdmin } from '#web/admin/call-admin.ts'

const KEYS = '/functions/quarantined-keys'
/** The address of the list of all keys set aside, as a file. */
export const QUARANTINED_KEYS_FILE = '/functions/export-quarantined-keys'

export const readRecoveries = (signal: AbortSignal) =>
  readOrThrow<RecoveriesReply>('/functions/recoveries', { signal })

export const readQuarantinedKeys = (page: number, signal: AbortSignal) =>
  readOrThrow<QuarantinedKeysReply>(`${KEYS}?page=${String(page)}`, { signal })

export const sendQuarantineDecision = (decision: QuarantineDecision) =>
  callAdmin<QuarantineDecisionReply>('POST', KEYS, decision)
