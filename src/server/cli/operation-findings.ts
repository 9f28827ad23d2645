import type { Settings } from '#server/config/settings.ts'
import type { DatabaseReport } from '#server/db/inspect-database.ts'
import { readMigrations } from '#server/db/migrate.ts'
import { readRelease } from '#server/runtime/release.ts'
import { DEFAULT_GAME_FOLDER } from '#server/site/default-game-folder.ts'
import { GameFolderError, loadGame } from '#server/site/load-game.ts'
import type { Edition } from '#shared/editions.ts'
import type { Finding } from './finding.ts'

/** A leader renews its lease every two seconds. */
const LEADER_SILENT_MAX_S = 30

/** Reports pending migrations, missing accounts and keys and, of a shop that should run, a missing leader and open alerts. */
export async function operationFindings(
  settings: Settings,
  report: DatabaseReport | null,
  isRunning: boolean,
): Promise<readonly Finding[]> {
  if (report === null || report.profile === null) return findingsBeforeStart(settings)
  const { operation } = report
  return [
    ...migrationFindings(
      operation.migrations,
      (await readMigrations()).map(({ name }) => name),
      await readRelease(),
    ),
    ...staffFindings(settings, operation.staff),
    ...stockFindings(editionsOf(settings), report.editions),
    ...(isRunning ? runningFindings(operation) : []),
  ]
}

/** What the schema of a database is to this release. */
export function migrationFindings(
  applied: DatabaseReport['operation']['migrations'],
  released: readonly string[],
  release: string,
): readonly Finding[] {
  const about = 'schema'
  const newer = applied.findLast(({ name }) => !released.includes(name))
  if (newer !== undefined) {
    const needed = newer.release === null ? 'a newer release' : `Keyhold ${newer.release}`
    const message = `it was migrated by ${needed} (${newer.name}); this is Keyhold ${release}, which does not start on it`
    return [{ kind: 'fault', about, message }]
  }
  const pending = released.filter((name) => !applied.some((one) => one.name === name))
  if (pending.length === 0) return [{ kind: 'ok', about, message: `up to date with Keyhold ${release}` }]
  const count = pending.length === 1 ? '1 migration is' : `${String(pending.length)} migrations are`
  const message = `${count} pending; stop the shop and run "npm run keyhold -- update" (docs/upgrading.md)`
  return [{ kind: 'warning', about, message }]
}

function staffFindings({ profile }: Settings, staff: number | null): readonly Finding[] {
  if (staff === null || staff > 0 || profile === 'demo') return []
  const message =
    'nobody can sign in to /admin; create the owner with "npm run keyhold -- admin create EMAIL"'
  return [{ kind: 'warning', about: 'accounts', message }]
}

/** Of a database without tables. A demo makes its accounts and keys at its first start. */
function findingsBeforeStart(settings: Settings): readonly Finding[] {
  if (settings.profile === 'demo') return []
  return [
    { kind: 'ok', about: 'schema', message: 'none yet: the first start creates it' },
    ...staffFindings(settings, 0),
    ...stockFindings(editionsOf(settings), []),
  ]
}

function stockFindings(editions: readonly Edition[], stored: DatabaseReport['editions']): readonly Finding[] {
  const empty = editions.filter(
    ({ id }) => (stored.find(({ edition }) => edition === id)?.freeKeys ?? 0) <= 0,
  )
  return empty.map(({ id, stock }) => ({
    kind: 'warning',
    about: 'keys',
    message:
      stock === 'reserve'
        ? `edition ${id} has no free key: it is sold out, and takes no orders; import keys`
        : `edition ${id} has no free key: paid orders wait until keys are imported`,
  }))
}

function runningFindings({ leaderSilentS, openAlerts }: DatabaseReport['operation']): readonly Finding[] {
  const findings: Finding[] = openAlerts.map((kind) => ({
    kind: 'warning',
    about: 'alerts',
    message: `${kind} is open; the back office says more`,
  }))
  if (leaderSilentS === null || leaderSilentS > LEADER_SILENT_MAX_S)
    findings.push({
      kind: 'fault',
      about: 'shop',
      message: 'no process reads the chains: the shop does not run, or hangs',
    })
  return findings
}

/** None if the game folder cannot be read, which is reported elsewhere. */
function editionsOf({ gameFolder }: Settings): readonly Edition[] {
  try {
    return loadGame(gameFolder ?? DEFAULT_GAME_FOLDER).editions
  } catch (error) {
    if (!(error instanceof GameFolderError)) throw error
    return []
  }
}
