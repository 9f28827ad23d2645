import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'

/** The system user that PostgreSQL runs as; null: the user of this process. */
export type PostgresAccount = { readonly name: string; readonly uid: number; readonly gid: number } | null

/** PostgreSQL does not run as root. A shop started by root uses the first of these users that exists. */
const FALLBACK_USERS = ['keyhold', 'postgres', 'nobody']

/**
 * Chooses the user that PostgreSQL runs as. The owner of an existing cluster is kept, also if another user appears later.
 *
 * @param clusterFolder may not exist yet.
 */
export function accountForPostgres(clusterFolder: string): PostgresAccount {
  if (process.getuid?.() !== 0) return null
  const users = readUsers()
  const owner = statSync(clusterFolder, { throwIfNoEntry: false })?.uid
  const wanted =
    owner === undefined
      ? FALLBACK_USERS.map((name) => users.find((user) => user.name === name)).find(
          (user) => user !== undefined,
        )
      : users.find((user) => user.uid === owner)
  if (wanted === undefined || wanted.uid === 0) {
    throw new Error(
      `expected a user for PostgreSQL, which refuses to run as root, found none of ${FALLBACK_USERS.join(', ')}; ` +
        'create one with: useradd --system keyhold',
    )
  }
  return wanted
}

/**
 * Refuses a user that other services run as, too: each of them could read and change the database's files.
 *
 * @throws if the user is `nobody`.
 */
export function requireOwnAccount(account: PostgresAccount): void {
  if (account?.name !== 'nobody') return
  throw new Error(
    'the embedded PostgreSQL would run as nobody, as other services may: create a user of its own with "useradd --system ' +
      'keyhold", and give it an existing cluster with "chown -R keyhold"',
  )
}

function readUsers(): { name: string; uid: number; gid: number }[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 7)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
}

/** Whether the account can enter a folder. A path inside a private home folder is not accessible to other users. */
export function canReach(account: PostgresAccount, folder: string): boolean {
  if (account === null) return true
  return (
    spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...asAccount(account), cwd: '/' }).status === 0
  )
}

/** The options of `spawn` that make a child process run as the account. */
export function asAccount(account: PostgresAccount): { uid: number; gid: number } | Record<string, never> {
  return account === null ? {} : { uid: account.uid, gid: account.gid }
}
