import type { ProofNewReply } from '#shared/visitor-api.ts'

/** The solution the server accepts; see `ProofCheckRequest`. */
export interface ProofSolution {
  readonly counter: number
  readonly derivedKey: string
}

const PROGRESS_EVERY = 5

/**
 * Solves altcha's second challenge form: derives keys from nonce and counter, counting up from 0, until a key begins
 * with the requested prefix.
 * @param onProgress is called with 0 to 1 from time to time.
 */
export async function solveProof(
  { parameters }: ProofNewReply,
  onProgress: (share: number) => void,
): Promise<ProofSolution> {
  const salt = bytesOfHex(parameters.salt)
  const nonce = bytesOfHex(parameters.nonce)
  // nonce || counter, big-endian (4)
  const password = new Uint8Array(nonce.length + 4)
  password.set(nonce)
  const view = new DataView(password.buffer)
  for (let counter = 0; ; counter++) {
    view.setUint32(nonce.length, counter)
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
    const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: parameters.cost }
    const bits = await crypto.subtle.deriveBits(derivation, key, parameters.keyLength * 8)
    const derivedKey = hexOfBytes(new Uint8Array(bits))
    if (derivedKey.startsWith(parameters.keyPrefix)) return { counter, derivedKey }
    if (counter % PROGRESS_EVERY === 0) onProgress(Math.min(counter / parameters.data.mostTries, 0.99))
  }
}

/** The payload for the server: base64 of JSON. */
export function proofPayload(challenge: ProofNewReply, solution: ProofSolution): string {
  return btoa(JSON.stringify({ challenge, solution }))
}

function bytesOfHex(hex: string): Uint8Array<ArrayBuffer> {
  const pairs = hex.match(/../g) ?? []
  return new Uint8Array(pairs.map((pair) => Number.parseInt(pair, 16)))
}

function hexOfBytes(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
