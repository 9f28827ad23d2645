import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

/** What a test may have an authenticator, or the page that asks it, do wrong. */
export interface PasskeyFlaws {
  readonly origin?: string
  readonly rpId?: string
  /** Whether the device checked who uses it. */
  readonly isVerified?: boolean
  /** The device's count, where it does not go on. */
  readonly counter?: number
}

/** A device that keeps one passkey: ES256, without attestation. */
export interface SoftwareAuthenticator {
  readonly credentialId: string
  create(challenge: string, flaws?: PasskeyFlaws): object
  use(challenge: string, flaws?: PasskeyFlaws): object
}

/** Makes a device for a page of an origin. Its count begins with 1 and goes on with each use. */
export function softwareAuthenticator(origin: string): SoftwareAuthenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let count = 0
  const answer = (type: string, challenge: string, flaws: PasskeyFlaws, attested: Buffer) => {
    count += 1
    const clientData = { type, challenge, origin: flaws.origin ?? origin, crossOrigin: false }
    return {
      clientData: Buffer.from(JSON.stringify(clientData)),
      authData: authenticatorData(
        flaws.rpId ?? new URL(origin).hostname,
        { isVerified: flaws.isVerified ?? true, counter: flaws.counter ?? count },
        attested,
      ),
    }
  }
  const credential = { id: text(id), rawId: text(id), type: 'public-key' }
  return {
    credentialId: text(id),
    create: (challenge, flaws = {}) => {
      const { clientData, authData } = answer('webauthn.create', challenge, flaws, attest(id, publicKey))
      const attestationObject = text(
        Buffer.concat([
          Buffer.from([0xa3]),
          ...[cborText('fmt'), cborText('none'), cborText('attStmt'), Buffer.from([0xa0])],
          ...[cborText('authData'), cborBytes(authData)],
        ]),
      )
      const response = { clientDataJSON: text(clientData), attestationObject, transports: ['internal'] }
      return { ...credential, response }
    },
    use: (challenge, flaws = {}) => {
      const { clientData, authData } = answer('webauthn.get', challenge, flaws, Buffer.alloc(0))
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), privateKey)
      const response = {
        clientDataJSON: text(clientData),
        authenticatorData: text(authData),
        signature: text(signature),
      }
      return { ...credential, response }
    },
  }
}

const USER_PRESENT = 1
const USER_VERIFIED = 4
const HAS_CREDENTIAL = 64

function authenticatorData(
  rpId: string,
  { isVerified, counter }: { readonly isVerified: boolean; readonly counter: number },
  attested: Buffer,
): Buffer {
  const flags = USER_PRESENT + (isVerified ? USER_VERIFIED : 0) + (attested.length > 0 ? HAS_CREDENTIAL : 0)
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags]), count, attested])
}

/** AAGUID, credential id and public key; WebAuthn, 6.5.1. */
function attest(id: Buffer, publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  // {kty: EC2, alg: ES256, crv: P-256, x, y}
  const key = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, 'base64url')),
  ])
  return Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
}

function cborText(word: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)])
}

function cborBytes(bytes: Buffer): Buffer {
  // the shortest form of the length, or the reader refuses it
  const head = bytes.length < 256 ? [0x58, bytes.length] : [0x59, bytes.length >> 8, bytes.length & 255]
  return Buffer.concat([Buffer.from(head), bytes])
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

function text(bytes: Buffer): string {
  return bytes.toString('base64url')
}
