import { createHmac } from 'node:crypto'
import { deriveKey } from './derive-key.ts'

/**
 * Derives the secret that signs the messages to a webhook's endpoint; it is not in the database.
 *
 * @param version of the secret, from 1 on: a rotation counts it up.
 * @returns `whsec_` and 32 bytes in base64, the form that libraries for Standard Webhooks expect.
 */
export function webhookSecretFor(
  installationSecret: Uint8Array,
  endpointId: string,
  version: number,
): string {
  const secret = createHmac('sha256', deriveKey(installationSecret, 'webhook secret'))
    .update(`${endpointId.toLowerCase()} ${String(version)}`)
    .digest('base64')
  return `whsec_${secret}`
}
