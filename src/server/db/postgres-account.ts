import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'

/** The system user PostgreSQL runs as; null: the one we are. */
export type PostgresAccount = { readonly name: string; readonly uid: number; readonly gid: number } | null

/** PostgreSQL refuses to run as root, so as root it runs as the first of these the machine has. */
const STAND_INS = ['keyhold', 'postgres', 'nobody']

/**
 * Who PostgreSQL runs as. A cluster that exists decides by its owner, so that a user who appears later changes nothing.
 *
 * @param clusterFolder may not exist yet.
 */
export function accountForPostgres(clusterFolder: string): PostgresAccount {
  if (process.getuid?.() !== 0) return null
  const users = readUsers()
  const owner = statSync(clusterFolder, { throwIfNoEntry: false })?.uid
  const wanted =
    owner === undefined
      ? STAND_INS.map((name) => users.find((user) => user.name === name)).find((user) => user !== undefined)
      : users.find((user) => user.uid === owner)
  if (wanted === undefined || wanted.uid === 0) {
    throw new Error(
      `expected a user for PostgreSQL, which refuses to run as root, found none of ${STAND_INS.join(', ')}; ` +
        'create one with: useradd --system keyhold',
    )
  }
  return wanted
}

function readUsers(): { name: string; uid: number; gid: number }[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 7)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
}

/** Whether the account can enter a folder. A path under a private home cannot be reached by another user. */
export function canReach(account: PostgresAccount, folder: string): boolean {
  if (account === null) return true
  return (
    spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...asAccount(account), cwd: '/' }).status === 0
  )
}

/** The part of spawn's options that makes a child run as the account. */
export function asAccount(account: PostgresAccount): { uid: number; gid: number } | Record<string, never> {
  return account === null ? {} : { uid: account.uid, gid: account.gid }
}
