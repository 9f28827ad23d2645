import * as z from 'zod'
import { EditionField } from './api.ts'
import { EMAIL_MAX, KEY_PAGE_SIZE, PASSWORD_MAX, PASSWORD_MIN } from './constants.ts'
import { PERMISSIONS, ROLES, type Permission } from './permissions.ts'

// The calls behind a sign-in. Fields that the spec names keep its snake_case.

const Timestamp = z.iso.datetime()
const Email = z.email().max(EMAIL_MAX)
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')
/** What is tried as a password: any text, since a wrong one is answered as wrong, not as badly formed. */
const TriedPassword = z.string().min(1).max(PASSWORD_MAX).refine(isStorable)
const NewPassword = z.string().min(PASSWORD_MIN).max(PASSWORD_MAX).refine(isStorable)
const Code = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9-]{6,20}$/)

export const SignInRequest = z.strictObject({ email: Email, password: TriedPassword })
/** `secondFactor`: the password was right, and a code is asked for next. */
export const SignInReply = z.object({ success: z.literal(true), secondFactor: z.boolean() })
/** Six digits of the app, or a recovery code such as `aBcDe-12345`. */
export const CodeRequest = z.strictObject({ code: Code })
export const SetPasswordRequest = z.strictObject({
  token: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  password: NewPassword,
})
/** The e-mail to sign in with now. */
export const SetPasswordReply = z.object({ success: z.literal(true), email: z.string() })
export const ChangePasswordRequest = z.strictObject({
  currentPassword: TriedPassword,
  newPassword: NewPassword,
})
export const PasswordRequest = z.strictObject({ password: TriedPassword })
/** For the authenticator app, as QR and link; it is on once a code of it was sent to `verify-totp`. Shown once. */
export const SecondFactorReply = z.object({
  success: z.literal(true),
  totpUri: z.string(),
  recoveryCodes: z.array(z.string()),
})
export const RecoveryCodesReply = z.object({ success: z.literal(true), recoveryCodes: z.array(z.string()) })

/** The tick: asked every 30 s, it renews a session with less than 90 s left. Null: signed out. */
export const SessionReply = z.object({ session: z.object({ expiresAt: Timestamp }).nullable() })
export const SessionRow = z.object({
  id: z.uuid(),
  current: z.boolean(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  client: z.string().nullable(),
  userAgent: z.string().nullable(),
})
export const SessionsReply = z.object({ success: z.literal(true), sessions: z.array(SessionRow) })
/** One session, or every one but this. */
export const RevokeSessionRequest = z.union([
  z.strictObject({ id: z.uuid() }),
  z.strictObject({ others: z.literal(true) }),
])

const permissionNames = Object.keys(PERMISSIONS) as [Permission, ...Permission[]]
export const UserReply = z.object({
  user: z
    .object({
      id: z.uuid(),
      email: z.string(),
      role: z.enum(ROLES).nullable(),
      permissions: z.array(z.enum(permissionNames)),
      hasSecondFactor: z.boolean(),
      sessionExpiresAt: Timestamp,
    })
    .nullable(),
  /** Whether this shop lets a person take a role for testing. */
  selfGrant: z.boolean(),
})
export type UserReply = z.infer<typeof UserReply>
/** The spec looks for `role === 'admin'`; which of ours it is stands in `name`. */
export const UserRolesReply = z.array(
  z.object({ user_id: z.uuid(), role: z.literal('admin'), name: z.enum(ROLES) }),
)
export const UserRolesQuery = z.object({ user_id: z.string().optional(), role: z.string().optional() })
export const SelfGrantRequest = z.strictObject({ user_id: z.uuid(), role: z.literal('admin') })

export const KEY_STATUSES = ['available', 'used', 'retired'] as const
export type KeyStatus = (typeof KEY_STATUSES)[number]

export const KeyStats = z.object({
  available: z.int(),
  used: z.int(),
  retired: z.int(),
  total: z.int(),
  /** Copies that are paid for and wait for keys. */
  waiting: z.int(),
})
export type KeyStats = z.infer<typeof KeyStats>
export const KeyStatsReply = z.object({
  success: z.literal(true),
  /** By edition: those on sale, then any other that has keys or orders that wait for some. */
  stats: z.record(EditionField, KeyStats),
})
/** `all` and nothing are the same. From an address or a form, so numbers come as text. */
export const KeyListQuery = z.object({
  action: z.literal('list'),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(200).default(KEY_PAGE_SIZE),
  edition: z.union([z.literal('all'), EditionField]).default('all'),
  status: z.enum(['all', ...KEY_STATUSES]).default('all'),
  /** A whole key, its last group, or the start of a buyer's e-mail. */
  q: z.string().trim().max(EMAIL_MAX).refine(isStorable).default(''),
})
export type KeyListQuery = z.infer<typeof KeyListQuery>
export const ExportKeysQuery = KeyListQuery.pick({ edition: true, status: true, q: true })
export const KeyRow = z.object({
  id: z.uuid(),
  /** Only its last group where the reader may not see it whole. */
  game_key: z.string(),
  is_masked: z.boolean(),
  game_edition: EditionField,
  is_used: z.boolean(),
  status: z.enum(KEY_STATUSES),
  /** Held for an open order: not deleted, not sold to another. */
  is_held: z.boolean(),
  created_at: Timestamp,
  used_at: Timestamp.nullable(),
  retired_at: Timestamp.nullable(),
  payment_id: z.uuid().nullable(),
  purchased_keys: z.array(z.object({ user_email: z.string() })),
})
export type KeyRow = z.infer<typeof KeyRow>
export const Pagination = z.object({
  page: z.int(),
  limit: z.int(),
  total: z.int(),
  totalPages: z.int(),
  /** A search found more than it counts. */
  hasMore: z.boolean(),
})
export type Pagination = z.infer<typeof Pagination>
export const KeyListReply = z.object({
  success: z.literal(true),
  keys: z.array(KeyRow),
  pagination: Pagination,
})
export const SomeKeys = z.array(z.uuid()).min(1).max(1000)
/** Whatever is no count from 1 to 100 is answered as such, so anything may come here. */
const GenerateKeysRequest = z.strictObject({
  action: z.literal('generate'),
  edition: EditionField,
  count: z.unknown().optional(),
})
const keyOrKeys = { keyId: z.uuid().optional(), keyIds: SomeKeys.optional() }
const isOneOfBoth = (body: { keyId?: unknown; keyIds?: unknown }) =>
  (body.keyId === undefined) !== (body.keyIds === undefined)
export const DeleteKeysRequest = z
  .strictObject({ action: z.literal('delete').optional(), ...keyOrKeys })
  .refine(isOneOfBoth, 'keyId or keyIds')
const RetireKeysRequest = z
  .strictObject({ action: z.literal('retire'), ...keyOrKeys })
  .refine(isOneOfBoth, 'keyId or keyIds')
const RevealKeyRequest = z.strictObject({ action: z.literal('reveal'), keyId: z.uuid() })
const KeyStatsQuery = z.object({ action: z.literal('stats') })
/** As query, and as a form or JSON by POST: browsers send no body with GET. */
export const ReadKeysQuery = z.discriminatedUnion('action', [KeyStatsQuery, KeyListQuery])
export const ManageKeysRequest = z.discriminatedUnion('action', [
  KeyStatsQuery,
  KeyListQuery,
  GenerateKeysRequest,
  RetireKeysRequest,
  RevealKeyRequest,
])
const RefusedKey = z.object({
  keyId: z.uuid(),
  code: z.enum(['KEY_NOT_FOUND', 'KEY_USED', 'KEY_HELD', 'KEY_RETIRED']),
})
export type RefusedKey = z.infer<typeof RefusedKey>
/** To how many keys it was done; those it could not be done to are named with the reason. */
export const KeysDoneReply = z.object({
  success: z.literal(true),
  message: z.string(),
  count: z.int(),
  refused: z.array(RefusedKey),
})
export const KeyRevealReply = z.object({ success: z.literal(true), key: z.string() })

/** A sold key that does not work; `keyId` of the reply is the one its buyer has now. */
export const ReplaceKeyRequest = z.strictObject({ keyId: z.uuid() })
export const ReplaceKeyReply = z.object({ success: z.literal(true), keyId: z.uuid() })

export const ImportQuery = z.object({ edition: EditionField.optional() })
export const ImportParams = z.object({ id: z.uuid() })
export const ImportCommitRequest = z.strictObject({ importId: z.uuid() })
/** A list of keys that was read: what would be added, and which of its lines, counted from 1, would not. */
export const KeyImport = z.object({
  id: z.uuid(),
  status: z.enum(['reading', 'checked', 'running', 'done']),
  lines: z.int(),
  good: z.int(),
  duplicates: z.int(),
  bad: z.int(),
  /** The first hundred of each. */
  duplicateLines: z.array(z.int()),
  badLines: z.array(z.int()),
  /** Of the good ones, still to be added. */
  editions: z.record(EditionField, z.int()),
  /** So far, while it runs. */
  added: z.int(),
})
export type KeyImport = z.infer<typeof KeyImport>
export const KeyImportReply = z.object({ success: z.literal(true), import: KeyImport })

export const Person = z.object({
  id: z.uuid(),
  email: z.string(),
  role: z.enum(ROLES).nullable(),
  isDisabled: z.boolean(),
  hasSecondFactor: z.boolean(),
  hasPassword: z.boolean(),
  createdAt: Timestamp,
  lastSignInAt: Timestamp.nullable(),
})
export const PeopleReply = z.object({ success: z.literal(true), people: z.array(Person) })
export const PeopleRequest = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('invite'), email: Email, role: z.enum(ROLES).nullable() }),
  z.strictObject({ action: z.literal('role'), userId: z.uuid(), role: z.enum(ROLES).nullable() }),
  z.strictObject({ action: z.literal('disable'), userId: z.uuid() }),
  z.strictObject({ action: z.literal('enable'), userId: z.uuid() }),
  /** Ends password, second factor and sessions, and gives a link to set a new password. */
  z.strictObject({ action: z.literal('reset'), userId: z.uuid() }),
])
/** `link`: to hand over; shown once, good for 24 hours. */
export const PeopleActionReply = z.object({ success: z.literal(true), link: z.string().nullable() })

/** Newest first; `before` is the `next` of the page above. */
export const AuditQuery = z.object({
  before: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  /** Such as `keys.delete`, or `keys` for all of its kind. */
  action: z.string().max(60).refine(isStorable).default(''),
  /** The start of an e-mail. */
  actor: z.string().trim().max(EMAIL_MAX).refine(isStorable).default(''),
  /** The id of a key, an order or a person, or an edition. */
  subject: z.string().trim().max(100).refine(isStorable).default(''),
})
export type AuditQuery = z.infer<typeof AuditQuery>
export const AuditEntryRow = z.object({
  id: z.string(),
  at: Timestamp,
  /** Null: the command line, or the shop itself. */
  actor: z.object({ id: z.uuid(), email: z.string() }).nullable(),
  action: z.string(),
  /** `email`: of a person. */
  subject: z.object({ kind: z.string(), id: z.string(), email: z.string().nullable() }),
  facts: z.record(z.string(), z.unknown()),
})
export type AuditEntryRow = z.infer<typeof AuditEntryRow>
export const AuditReply = z.object({
  success: z.literal(true),
  entries: z.array(AuditEntryRow),
  next: z.string().nullable(),
})
