import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { join } from 'node:path'
import type { Settings } from '#server/config/settings.ts'
import type { Db } from '#server/db/database.ts'
import type { OfferedBackup } from '#shared/plain-facts.ts'
import { isEmptyShop } from './is-empty-shop.ts'
import { listOffered } from './list-offered.ts'

/** A shop in which nothing has happened yet, and which may be filled from a backup. */
export interface FirstRun {
  /** Printed where the shop was started, and nowhere else: who knows it may restore. */
  readonly token: string
  isToken(text: string): boolean
  /** The backups of the folder, newest first, of any shop. */
  list(): Promise<readonly OfferedBackup[]>
  /** Asks the process to restore a listed file. @returns false if it is not listed or cannot be read, or the shop is no longer empty. */
  request(file: string): Promise<boolean>
  /** Resolves with the path of the requested file. */
  readonly requested: Promise<string>
}

const TOKEN_BYTES = 18

/** Opens the first run of a production shop; null if somebody has an account, or there are orders or keys. */
export async function openFirstRun(
  db: Db,
  { profile, backups: { folder, keys } }: Pick<Settings, 'profile' | 'backups'>,
): Promise<FirstRun | null> {
  if (profile !== 'production' || !(await isEmptyShop(db))) return null
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  let resolve: (path: string) => void = () => undefined
  const requested = new Promise<string>((resolved) => (resolve = resolved))
  const list = () => (folder === null ? Promise.resolve([]) : listOffered(folder, keys))
  return {
    token,
    requested,
    list,
    isToken: (text) => timingSafeEqual(digestOf(text), digestOf(token)),
    request: async (file) => {
      const isListed = (await list()).some((one) => one.file === file && one.isReadable)
      if (folder === null || !isListed || !(await isEmptyShop(db))) return false
      resolve(join(folder, file))
      return true
    },
  }
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
