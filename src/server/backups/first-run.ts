import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { join } from 'node:path'
import type { Settings } from '#server/config/settings.ts'
import type { Db } from '#server/db/database.ts'
import { listBackups } from './backup-folder.ts'
import type { StoredBackup } from './choose-backups.ts'

/** A shop in which nothing has happened yet, and which may be filled from a backup. */
export interface FirstRun {
  /** Printed where the shop was started, and nowhere else: who knows it may restore. */
  readonly token: string
  isToken(text: string): boolean
  /** The backups of the folder, newest first, of any shop. */
  list(): Promise<readonly StoredBackup[]>
  /** Asks the process to restore a listed file. @returns false if it is not listed, or the shop is no longer empty. */
  request(file: string): Promise<boolean>
  /** Resolves with the path of the requested file. */
  readonly requested: Promise<string>
}

const TOKEN_BYTES = 18

/** Opens the first run of a production shop; null if somebody has an account, or there are orders or keys. */
export async function openFirstRun(
  db: Db,
  { profile, backups: { folder } }: Pick<Settings, 'profile' | 'backups'>,
): Promise<FirstRun | null> {
  if (profile !== 'production' || !(await isEmpty(db))) return null
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  let resolve: (path: string) => void = () => undefined
  const requested = new Promise<string>((resolved) => (resolve = resolved))
  const list = () => (folder === null ? Promise.resolve([]) : listBackups(folder, null))
  return {
    token,
    requested,
    list,
    isToken: (text) => timingSafeEqual(digestOf(text), digestOf(token)),
    request: async (file) => {
      const isListed = (await list()).some((one) => one.file === file)
      if (folder === null || !isListed || !(await isEmpty(db))) return false
      resolve(join(folder, file))
      return true
    },
  }
}

async function isEmpty(db: Db): Promise<boolean> {
  for (const table of ['users', 'payments', 'game_keys'] as const)
    if ((await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) !== undefined) return false
  return true
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
