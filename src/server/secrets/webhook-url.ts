import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKey } from './derive-key.ts'

// nonce (12) || ciphertext || tag (16)
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts the address of a chat for its row: whoever knows it can post there. AES-256-GCM with a random nonce. */
export function sealWebhookUrl(installationSecret: Uint8Array, endpointId: string, url: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const key = deriveKey(installationSecret, 'webhook address')
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(endpointId.toLowerCase()))
  return Buffer.concat([nonce, cipher.update(url, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** Decrypts the address of a chat; null if another secret sealed it, or the row was changed. */
export function openWebhookUrl(
  installationSecret: Uint8Array,
  endpointId: string,
  sealed: Uint8Array,
): string | null {
  const key = deriveKey(installationSecret, 'webhook address')
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(endpointId.toLowerCase()))
      .setAuthTag(sealed.subarray(-TAG_BYTES))
    const opened = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES))
    return Buffer.concat([opened, decipher.final()]).toString()
  } catch {
    return null
  }
}
