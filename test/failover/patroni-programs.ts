import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountForPostgres, type PostgresAccount } from '#server/db/postgres-account.ts'

/** Debian's Patroni, etcd and HAProxy, and the PostgreSQL that Patroni runs. */
export interface PatroniPrograms {
  readonly patroni: string
  readonly etcd: string
  readonly haproxy: string
  /** The folder of `postgres`, `pg_basebackup`, `pg_rewind` and the others. */
  readonly postgresFolder: string
  readonly account: PostgresAccount
}

const SCRIPT = join(import.meta.dirname, '../../scripts/get-patroni.sh')
const UNAVAILABLE = 3

/** @returns the reason if this machine has no such programs and cannot fetch them. */
export function findPatroni(): PatroniPrograms | string {
  const { status, stdout, stderr } = spawnSync(SCRIPT, [], { encoding: 'utf8' })
  if (status === UNAVAILABLE) return stderr.trim()
  if (status !== 0) throw new Error(`expected ${SCRIPT} to end well, it said:\n${stderr}`)
  const at = (...names: readonly string[]) => join(stdout.trim(), ...names)
  return {
    patroni: at('bin', 'patroni'),
    etcd: at('bin', 'etcd'),
    haproxy: at('bin', 'haproxy'),
    postgresFolder: at('postgresql'),
    account: accountForPostgres(join(tmpdir(), 'keyhold-none')),
  }
}
