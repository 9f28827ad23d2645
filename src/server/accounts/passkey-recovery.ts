import { generateRandomString, symmetricEncrypt } from 'better-auth/crypto'
import type { Db } from '#server/db/database.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { authSecret } from './session-cookie.ts'

const CODES = 10

/**
 * Gives an account whose second factors are passkeys recovery codes in place of earlier ones. They are stored beside an
 * authenticator app that nobody has.
 *
 * @param secret the installation's 32 bytes.
 * @returns the codes, which cannot be read again.
 */
export async function writeRecoveryCodes(
  tx: Db,
  userId: string,
  secret: Uint8Array,
): Promise<readonly string[]> {
  const key = authSecret(secret)
  const codes = Array.from({ length: CODES }, () => {
    const code = generateRandomString(10, 'a-z', 'A-Z', '0-9')
    return `${code.slice(0, 5)}-${code.slice(5)}`
  })
  await tx.deleteFrom('user_second_factors').where('user_id', '=', userId).execute()
  await tx
    .insertInto('user_second_factors')
    .values({
      user_id: userId,
      secret: await unknownSeed(key),
      backup_codes: JSON.stringify(codes.map((code) => hashRecoveryCode(code, key))),
      verified: false,
    })
    .execute()
  return codes
}

/** Forgets the authenticator app of an account that has a passkey, and keeps its recovery codes. */
export async function forgetAuthenticator(tx: Db, userId: string, secret: Uint8Array): Promise<void> {
  await tx
    .updateTable('user_second_factors')
    .set({ secret: await unknownSeed(authSecret(secret)), verified: false })
    .where('user_id', '=', userId)
    .execute()
}

function unknownSeed(key: string): Promise<string> {
  return symmetricEncrypt({ key, data: generateRandomString(32) })
}
