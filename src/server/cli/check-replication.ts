import type { HostState } from '#server/db/database-server.ts'
import type { StoredReplication } from '#server/db/inspect-replication.ts'
import type { Finding } from './finding.ts'

const ABOUT = 'database'
const SEE = '; see docs/high-availability.md'
/** Files of the write-ahead log, 16 MB each, that may wait for the archive. */
const BEHIND_MAX = 8
const WEAKER_THAN_ON = ['off', 'local', 'remote_write']

/** What may be lost with the server of the database, as far as its settings say otherwise. */
export function replicationFindings(
  { commitWaitsFor, isSynchronous, standbys, archiving }: StoredReplication,
  hosts: readonly HostState[],
): readonly Finding[] {
  const warnings: string[] = []
  if (WEAKER_THAN_ON.includes(commitWaitsFor))
    warnings.push(
      `synchronous_commit is ${commitWaitsFor}: orders and deliveries that were confirmed may be lost, set it to on`,
    )
  if (isSynchronous && standbys === 0)
    warnings.push('commits wait for a standby, and no standby answers: no order can be made until one does')
  else if (hosts.length > 1 && standbys === 0)
    warnings.push('no standby answers: the loss of this server would lose everything since the last backup')
  else if (standbys > 0 && !isSynchronous)
    warnings.push(
      'its standbys are asynchronous: a failover may lose the newest orders, after which no orders are taken until a ' +
        'recovery is finished; set synchronous_standby_names',
    )
  if (archiving?.isFailing === true)
    warnings.push('its write-ahead log cannot be archived: archive_command fails')
  else if (archiving !== null && archiving.behind > BEHIND_MAX)
    warnings.push(`${String(archiving.behind)} files of its write-ahead log are not archived yet`)
  return [...warnings.map((message) => warning(message + SEE)), ...hostFindings(hosts)]
}

/** One host needs no word: without it nothing could be checked. */
function hostFindings(hosts: readonly HostState[]): readonly Finding[] {
  if (hosts.length < 2) return []
  const primary = hosts.find(({ timeline }) => timeline !== null)
  return hosts.flatMap((host, at) => {
    const name = `host ${String(at + 1)} of DATABASE_URL`
    if (host.systemId === null) return [warning(`${name} ${host.state}`)]
    if (primary !== undefined && host.systemId !== primary.systemId)
      return [
        fault(
          `${name} belongs to another PostgreSQL cluster than host ${String(hosts.indexOf(primary) + 1)}`,
        ),
      ]
    if (host !== primary && host.timeline !== null)
      return [
        fault(
          `${name} takes orders, too, on timeline ${String(host.timeline)}: a former primary has to be stopped, and built anew as a standby`,
        ),
      ]
    return [{ kind: 'ok', about: ABOUT, message: `${name} ${host.state}` } as const]
  })
}

function warning(message: string): Finding {
  return { kind: 'warning', about: ABOUT, message }
}

function fault(message: string): Finding {
  return { kind: 'fault', about: ABOUT, message }
}
