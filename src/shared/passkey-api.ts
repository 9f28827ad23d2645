import * as z from 'zod'
import { TriedPassword } from './admin-api.ts'
import { IsoTimestamp, lineField } from './api-fields.ts'

// Passkeys of staff. The names inside are those of WebAuthn, in its JSON form: every value of bytes is base64url.

/** Passkeys one person may have. */
export const PASSKEYS_MAX = 20
/** Letters of a passkey's name. */
export const PASSKEY_NAME_MAX = 60

const bytes = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[A-Za-z0-9_-]+$/)
/** 1023 bytes at most. */
const CredentialId = bytes(1364)
const Name = lineField(1, PASSKEY_NAME_MAX)

/** What a device answers when a passkey is used. */
export const Assertion = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  response: z.object({ clientDataJSON: bytes(4000), authenticatorData: bytes(4000), signature: bytes(4000) }),
})

/** What a device answers when it makes a passkey. */
export const PasskeyAttestation = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(20_000),
    transports: z
      .array(
        z
          .string()
          .max(20)
          .regex(/^[a-z-]+$/),
      )
      .max(10)
      .optional(),
  }),
})

const KnownCredential = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
})

/** What the browser is asked for: a passkey of this shop. */
export const PasskeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  /** The passkeys of the signed-in user; absent if nobody is signed in: the device offers those that it has. */
  allowCredentials: z.array(KnownCredential).optional(),
})
export const PasskeyRequestReply = z.object({ success: z.literal(true), request: PasskeyRequest })

/** What the browser is asked for: a new passkey. */
export const PasskeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  attestation: z.literal('none'),
  /** The passkeys that the user has: a device makes no second one. */
  excludeCredentials: z.array(KnownCredential),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})
export const PasskeyCreationReply = z.object({ success: z.literal(true), creation: PasskeyCreation })

/** Signs in with a passkey. */
export const PasskeySignInRequest = z.strictObject({ assertion: Assertion })
/** Gives the password or a passkey again for what cannot be undone; without either asks whether that is still needed. */
export const ConfirmRequest = z.union([
  PasskeySignInRequest,
  z.strictObject({ password: TriedPassword.optional() }),
])
/** Stores a new passkey. */
export const AddPasskeyRequest = z.strictObject({ name: Name, attestation: PasskeyAttestation })
/** The codes are there with the first second factor only, and shown once. */
export const AddPasskeyReply = z.object({ success: z.literal(true), recoveryCodes: z.array(z.string()) })
export const RenamePasskeyRequest = z.strictObject({ id: z.uuid(), name: Name })
export const RemovePasskeyRequest = z.strictObject({ id: z.uuid() })

/** A passkey of the signed-in user. */
const PasskeyRow = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Whether the device's maker copies it to the owner's other devices. */
  isSynced: z.boolean(),
  createdAt: IsoTimestamp,
  lastUsedAt: IsoTimestamp.nullable(),
})
export const PasskeysReply = z.object({ success: z.literal(true), passkeys: z.array(PasskeyRow) })
