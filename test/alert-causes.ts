import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkAttempt, type AttemptDeps } from '#server/accounts/check-attempt.ts'
import { raiseAlert } from '#server/alerts/raise-alert.ts'
import { runDueBackups } from '#server/backups/backup-worker.ts'
import { readDatabaseId } from '#server/backups/read-database-id.ts'
import type { Db } from '#server/db/database.ts'
import { stampInstallation } from '#server/db/stamp-installation.ts'
import { CallError } from '#server/http/app.ts'
import type { Clock } from '#server/runtime/clock.ts'
import { createLog } from '#server/runtime/log.ts'
import type { TestDatabase } from './database.ts'
import { TEST_SECRET_SOURCE } from './installation-secret.ts'

const USER_ID = crypto.randomUUID()

/** Fails to sign in, without the hashing of a password, which `auth-routes.test.ts` does. */
export function failSignIn(deps: Omit<AttemptDeps, 'onManyFailures'>, ip: string): Promise<never> {
  const attempt = { account: 'owner@shop.example', isKnownDevice: false, action: 'sign-in.failed' } as const
  const onManyFailures: AttemptDeps['onManyFailures'] = (tx, userId, at) =>
    raiseAlert(tx, { kind: 'sign-ins-failed', subject: 'shop', facts: { userId }, at })
  return checkAttempt(
    { ...deps, onManyFailures },
    { ip },
    { ...attempt, findUserId: () => Promise.resolve(USER_ID) },
    () => Promise.reject(new CallError(401, 'UNAUTHORIZED', 'wrong password')),
  )
}

/** Inserts a mail that has waited for eleven minutes, and is never due. */
export async function insertStuckMail(
  db: Db,
  now: Date,
  other: {
    readonly template?: string
    readonly failed_as?: string
    readonly dedupe_key?: string
    readonly sent_at?: Date
  } = {},
): Promise<void> {
  const { dedupe_key = 'stuck' } = other
  await db
    .insertInto('mails')
    .values({
      dedupe_key,
      message_id: dedupe_key,
      template: 'support-copy',
      language: 'en',
      recipient: 'else@shop.example',
      facts: '{}',
      created_at: new Date(now.getTime() - 11 * 60_000),
      next_attempt_at: new Date(now.getTime() + 7 * 24 * 3600_000),
      ...other,
    })
    .execute()
}

/** Inserts mails that the server has refused. */
export async function insertRefusedMails(db: Db, now: Date): Promise<void> {
  for (const dedupe_key of ['one', 'two', 'three'])
    await insertStuckMail(db, now, { dedupe_key, failed_as: 'refused' })
}

/** Backups of a shop whose folder can be made unusable. */
export interface TroubledBackups {
  readonly block: () => Promise<void>
  readonly unblock: () => Promise<void>
  /** Does what is due. */
  readonly run: () => Promise<void>
  readonly close: () => Promise<void>
}

export async function troubledBackups(
  { db, url }: Pick<TestDatabase, 'db' | 'url'>,
  clock: Clock,
): Promise<TroubledBackups> {
  const parent = await mkdtemp(join(tmpdir(), 'keyhold-alerts-'))
  const folder = join(parent, 'backups')
  await stampInstallation(db, { profile: 'demo', wallets: [] }, TEST_SECRET_SOURCE)
  const startedAt = clock()
  const deps = {
    db,
    ownerUrl: url,
    databaseId: await readDatabaseId(db),
    backups: { folder, keys: [], atMinute: 180 },
    secrets: TEST_SECRET_SOURCE,
    clock,
    log: createLog({ level: 'silent' }),
  }
  return {
    block: async () => {
      await rm(folder, { recursive: true, force: true })
      await writeFile(folder, 'a file where the folder should be')
    },
    unblock: async () => {
      await rm(folder, { recursive: true, force: true })
      await mkdir(folder)
    },
    run: () => runDueBackups(deps, startedAt, new AbortController().signal),
    close: () => rm(parent, { recursive: true, force: true }),
  }
}
