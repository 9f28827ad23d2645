import type { Db } from '#server/db/database.ts'
import { readCookie } from '#server/formats/cookies.ts'
import { isLanguage } from '#shared/languages.ts'
import { ADMIN_LANGUAGE_COOKIE } from '#shared/constants.ts'
import type { Actor } from './find-actor.ts'

/** Stores the language in which staff use the back office, as its cookie says, so that they are told of alerts in it. */
export async function storeLanguage(
  db: Db,
  { userId, role, language }: Pick<Actor, 'userId' | 'role' | 'language'>,
  cookieHeader: string | undefined,
): Promise<void> {
  const chosen = readCookie(cookieHeader, ADMIN_LANGUAGE_COOKIE)
  if (role === null || chosen === null || chosen === language || !isLanguage(chosen)) return
  await db.updateTable('users').set({ language: chosen }).where('id', '=', userId).execute()
}
