import { timingSafeEqual } from 'node:crypto'
import { deriveForRow } from './derive-key.ts'

/** 24 bytes, as 32 characters of base64url. */
const SECRET_BYTES = 24

/** Derives the secret in the link to an order's files. It opens nothing else, and another number gives another secret. */
export function fileSecretFor(installationSecret: Uint8Array, orderId: string, linkNumber: number): string {
  return deriveForRow(installationSecret, 'file link', `${orderId} ${String(linkNumber)}`)
    .subarray(0, SECRET_BYTES)
    .toString('base64url')
}

/** Whether `given` is the secret of an order's link. Takes constant time. */
export function isFileSecret(
  installationSecret: Uint8Array,
  orderId: string,
  linkNumber: number,
  given: string,
): boolean {
  const [expected, found] = [
    Buffer.from(fileSecretFor(installationSecret, orderId, linkNumber)),
    Buffer.from(given),
  ]
  return expected.length === found.length && timingSafeEqual(expected, found)
}
