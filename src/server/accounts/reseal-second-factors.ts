import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { Db } from '#server/db/database.ts'
import { authSecret } from './session-cookie.ts'

/**
 * Encrypts the second factors of all accounts with another installation secret, in the caller's transaction. Recovery codes
 * are stored as hashes, which cannot be carried over, so there are none afterwards; all sessions end.
 *
 * @returns the number of accounts that need new recovery codes.
 */
export async function resealSecondFactors(tx: Db, from: Uint8Array, to: Uint8Array): Promise<number> {
  const factors = await tx.selectFrom('user_second_factors').select(['id', 'secret']).forUpdate().execute()
  for (const { id, secret } of factors) {
    const seed = await symmetricDecrypt({ key: authSecret(from), data: secret })
    const sealed = await symmetricEncrypt({ key: authSecret(to), data: seed })
    await tx
      .updateTable('user_second_factors')
      .set({ secret: sealed, backup_codes: '[]' })
      .where('id', '=', id)
      .execute()
  }
  await tx.deleteFrom('user_sessions').execute()
  return factors.length
}
