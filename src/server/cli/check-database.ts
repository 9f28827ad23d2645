import { USUAL_GAP_LIMIT } from '#shared/constants.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '#server/config/settings.ts'
import { askHosts } from '#server/db/database-server.ts'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { inspectDatabase, type DatabaseReport } from '#server/db/inspect-database.ts'
import { requireSecret } from '#server/db/settle-secret.ts'
import { readSecrets, secretPlace } from '#server/secrets/secret-file.ts'
import { replicationFindings } from './check-replication.ts'
import type { Finding } from './finding.ts'

const ABOUT = 'database'
/** The oldest version that the schema was tested on. */
const OLDEST_VERSION = 150_000

/** Checks the configured database without creating or migrating anything. */
export async function checkDatabase(
  settings: Settings,
): Promise<{ readonly findings: readonly Finding[]; readonly report: DatabaseReport | null }> {
  const report = await reportOn(settings)
  if (report !== null)
    return {
      findings: [
        ...findingsFor(report, settings),
        ...(await standbyFindings(report, settings)),
        ...(await secretFindings(report, settings)),
      ],
      report,
    }
  return {
    findings: [{ kind: 'ok', about: ABOUT, message: 'the embedded one will be created at the first start' }],
    report,
  }
}

/** The embedded one has no standby. */
async function standbyFindings(
  { replication }: DatabaseReport,
  { databaseUrl }: Settings,
): Promise<readonly Finding[]> {
  return databaseUrl === 'embedded' ? [] : replicationFindings(replication, await askHosts(databaseUrl))
}

/** Null if the embedded database does not exist yet. */
async function reportOn({ databaseUrl, dataFolder }: Settings): Promise<DatabaseReport | null> {
  if (databaseUrl !== 'embedded') return inspectDatabase(databaseUrl)
  if (!existsSync(join(dataFolder, 'postgres.json'))) return null
  const embedded = await startEmbeddedPostgres({ dataFolder })
  try {
    return await inspectDatabase(embedded.url)
  } finally {
    await embedded.stop()
  }
}

function findingsFor(
  report: DatabaseReport,
  { profile, wallets, databaseUrl }: Settings,
): readonly Finding[] {
  const faults: string[] = []
  if (report.isTransactionPooled) {
    faults.push(
      'it is a pooler in transaction mode, but locks and announcements need sessions; ' +
        'point DATABASE_URL at PostgreSQL itself, or at a pooler in session mode',
    )
  }
  if (report.profile !== null && report.profile !== profile) {
    faults.push(
      `it belongs to a ${report.profile} shop, and this one is ${profile}; give it a database of its own`,
    )
  }
  if (report.versionNumber < OLDEST_VERSION) {
    faults.push(`it is PostgreSQL ${report.version}; Keyhold needs 15 or later`)
  }
  if (report.isRecovering) {
    faults.push(
      'it lacks orders that were made, so no orders are taken; "npm run keyhold -- restore --status" says what is left to do',
    )
  }
  if (faults.length > 0) return faults.map((message) => ({ kind: 'fault', about: ABOUT, message }))
  return [
    { kind: 'ok', about: ABOUT, message: `PostgreSQL ${report.version}` },
    // the embedded one is inspected as its owner, and used by another role
    ...(report.isPrivileged && databaseUrl !== 'embedded' ? [PRIVILEGED_ROLE] : []),
    ...(report.skippedAddresses === 0 ? [] : [skippedFinding(report.skippedAddresses)]),
    ...gapFindings(report, wallets),
  ]
}

const PRIVILEGED_ROLE: Finding = {
  kind: 'warning',
  about: ABOUT,
  message:
    'the role of DATABASE_URL is superuser or owns the audit, and could change it; ' +
    'docs/operating.md says how to take that right away ("The role of the database")',
}

/** Whether the secret is at hand that the database was used with. */
async function secretFindings({ secretId }: DatabaseReport, settings: Settings): Promise<readonly Finding[]> {
  if (secretId === null) return []
  try {
    requireSecret(await readSecrets(settings), secretId, settings)
    return [{ kind: 'ok', about: 'secret', message: `in ${secretPlace(settings)}; keep a copy elsewhere` }]
  } catch (error) {
    return [
      { kind: 'fault', about: 'secret', message: error instanceof Error ? error.message : 'cannot be read' },
    ]
  }
}

/** Orders that nobody pays put addresses between the last payment and the next, which a wallet then does not show. */
function gapFindings(
  { nextIndexes, paidIndexes }: DatabaseReport,
  wallets: Settings['wallets'],
): readonly Finding[] {
  return Object.values(wallets).flatMap((xpub) => {
    const next = xpub === null ? undefined : nextIndexes.get(xpub.fingerprint)
    if (xpub === null || next === undefined) return []
    const gap = next - (paidIndexes.get(xpub.fingerprint) ?? -1)
    if (gap <= USUAL_GAP_LIMIT) return []
    const message =
      `the next order of ${xpub.wallet} is ${String(gap)} addresses after the last one that was paid: ` +
      `set the gap limit of your wallet to at least ${String(gap)}, or it does not show the payment`
    return [{ kind: 'warning', about: 'addresses', message }]
  })
}

function skippedFinding(count: number): Finding {
  return {
    kind: 'warning',
    about: 'addresses',
    message:
      `${String(count)} upcoming addresses had been used and were skipped: another shop or wallet works with the same xpub, ` +
      'or an older database was restored; give this shop an account of its own',
  }
}
