import type { DbDeps } from '#server/db/db-deps.ts'
import { createHmac } from 'node:crypto'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/database.ts'
import { CallError, clientOf } from '#server/http/app.ts'
import { enforceLimit } from '#server/rate-limits/enforce-limit.ts'
import type { Limits } from '#server/rate-limits/rate-limits.ts'
import { ALERT_AT_FAILURES, beginAttempt, countFailures, forgetFailures } from './sign-in-attempts.ts'

/** What {@link checkAttempt} depends on. */
export interface AttemptDeps extends DbDeps {
  readonly limits: Limits
  /** The installation's 32 bytes. */
  readonly secret: Uint8Array
  /** Tells staff that signing in to an account failed often. */
  readonly onManyFailures: (tx: Db, userId: string, at: Date) => Promise<unknown>
}

/** What is checked, and of whom. */
interface CheckedAttempt {
  /** An e-mail or an id. */
  readonly account: string
  readonly isKnownDevice: boolean
  /** Recorded if the check fails. */
  readonly action: 'sign-in.failed' | 'code.failed' | 'passkey.failed' | 'password.failed'
  /** The account's id if it exists; failures of others are not recorded. */
  readonly findUserId: () => Promise<string | null>
}

/**
 * Runs one check of a password or code: limited by client, and delayed after failures, which a success resets. A failure
 * is in the audit log, and many are an alert.
 */
export async function checkAttempt<T>(
  deps: AttemptDeps,
  request: { readonly ip: string },
  { account, isKnownDevice, action, findUserId }: CheckedAttempt,
  check: () => Promise<T>,
): Promise<T> {
  const client = clientOf(request)
  await enforceLimit(deps.limits, 'sign-in', client)
  const attempt = { account, client, isKnownDevice }
  const begun = await beginAttempt(deps.db, attempt, deps.clock())
  if (begun.kind === 'wait') {
    throw new CallError(429, 'RATE_LIMITED', 'Too many wrong tries. Please wait before the next one.', {
      retryAfterS: begun.retryAfterS,
    })
  }
  try {
    const outcome = await check()
    await forgetFailures(deps.db, attempt)
    return outcome
  } catch (error) {
    const userId = error instanceof CallError && error.status < 500 ? await findUserId() : null
    if (userId !== null) await recordFailure(deps, { account, client, action, userId })
    throw error
  }
}

async function recordFailure(
  { db, clock, secret, onManyFailures }: AttemptDeps,
  failure: Pick<CheckedAttempt, 'account' | 'action'> & { readonly client: string; readonly userId: string },
): Promise<void> {
  const { account, action, client, userId } = failure
  // tells whether failures come from one place, without recording an address
  const hashedClient = createHmac('sha256', secret)
    .update(`audited client\0${client}`)
    .digest('hex')
    .slice(0, 12)
  const [at, facts] = [clock(), { client: hashedClient }]
  await db.transaction().execute(async (tx) => {
    await recordAudit(tx, { at, actorId: null, action, subject: { kind: 'user', id: userId }, facts })
    if ((await countFailures(tx, account)) >= ALERT_AT_FAILURES) await onManyFailures(tx, userId, at)
  })
}
