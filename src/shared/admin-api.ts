import * as z from 'zod'
import { EditionField, Email } from './api.ts'
import { IsoTimestamp, isStorable } from './api-fields.ts'
import { EMAIL_MAX, KEY_PAGE_SIZE, KEYS_PER_LIST_MAX, PASSWORD_MAX, PASSWORD_MIN } from './constants.ts'
import { KEY_SORTS } from './list-sorts.ts'
import { PERMISSIONS, ROLES, type Permission } from './permissions.ts'

// The calls that require a sign-in. Fields named after table columns are in snake_case.

/** A password to check: any text, because a wrong one must be reported as wrong, not as malformed. */
export const TriedPassword = z.string().min(1).max(PASSWORD_MAX).refine(isStorable)
const NewPassword = z.string().min(PASSWORD_MIN).max(PASSWORD_MAX).refine(isStorable)
const Code = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9-]{6,20}$/)

/** Signs in with a password. */
export const SignInRequest = z.strictObject({ email: Email, password: TriedPassword })
/** `secondFactor`: the password was right, and a code is required next. */
export const SignInReply = z.object({ success: z.literal(true), secondFactor: z.boolean() })
/** Six digits from the authenticator app, or a recovery code such as `aBcDe-12345`. */
export const CodeRequest = z.strictObject({ code: Code })
/** Sets a password with the token of a one-time link. */
export const SetPasswordRequest = z.strictObject({
  token: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  password: NewPassword,
})
/** The e-mail to sign in with now. */
export const SetPasswordReply = z.object({ success: z.literal(true), email: z.string() })
/** Changes the password of the signed-in user. */
export const ChangePasswordRequest = z.strictObject({
  currentPassword: TriedPassword,
  newPassword: NewPassword,
})
/** Confirms an action with the password. */
export const PasswordRequest = z.strictObject({ password: TriedPassword })
/**
 * The secret for the authenticator app, shown once. The second factor is active after its first code is sent to
 * `verify-totp`.
 */
export const SecondFactorReply = z.object({
  success: z.literal(true),
  totpUri: z.string(),
  recoveryCodes: z.array(z.string()),
})
/** New recovery codes, shown once. */
export const RecoveryCodesReply = z.object({ success: z.literal(true), recoveryCodes: z.array(z.string()) })

/** The session, null if signed out. The client calls this every 30 s; it renews a session with less than 90 s left. */
export const SessionReply = z.object({ session: z.object({ expiresAt: IsoTimestamp }).nullable() })
/** A session of the signed-in user. */
const SessionRow = z.object({
  id: z.uuid(),
  current: z.boolean(),
  createdAt: IsoTimestamp,
  expiresAt: IsoTimestamp,
  client: z.string().nullable(),
  userAgent: z.string().nullable(),
})
/** All sessions of the signed-in user. */
export const SessionsReply = z.object({ success: z.literal(true), sessions: z.array(SessionRow) })
/** Ends one session, or all other sessions. */
export const RevokeSessionRequest = z.union([
  z.strictObject({ id: z.uuid() }),
  z.strictObject({ others: z.literal(true) }),
])

const permissionNames = Object.keys(PERMISSIONS) as [Permission, ...Permission[]]
/** Whether an account needs a second factor that it does not have: `soon` from the next sign-in on, `now` for everything. */
export const SecondFactorDue = z.enum(['no', 'soon', 'now'])
export type SecondFactorDue = z.infer<typeof SecondFactorDue>
/** The signed-in user; null if there is none. */
export const UserReply = z.object({
  user: z
    .object({
      id: z.uuid(),
      email: z.string(),
      role: z.enum(ROLES).nullable(),
      permissions: z.array(z.enum(permissionNames)),
      hasSecondFactor: z.boolean(),
      /** An authenticator app is one, a passkey another. */
      hasAuthenticator: z.boolean(),
      hasPasskey: z.boolean(),
      /** While it is due now, the permissions are empty. */
      secondFactorDue: SecondFactorDue,
      sessionExpiresAt: IsoTimestamp,
    })
    .nullable(),
  /** Whether this shop lets users give themselves a role for testing. */
  selfGrant: z.boolean(),
})
export type UserReply = z.infer<typeof UserReply>
/** `role` is always `'admin'`; `name` is the actual role. */
export const UserRolesReply = z.array(
  z.object({ user_id: z.uuid(), role: z.literal('admin'), name: z.enum(ROLES) }),
)
/** The filter of the role rows; any value other than the user's own id or `admin` finds none. */
export const UserRolesQuery = z.object({ user_id: z.string().optional(), role: z.string().optional() })
/** Gives the signed-in user the admin role, where the shop allows it for testing. */
export const SelfGrantRequest = z.strictObject({ user_id: z.uuid(), role: z.literal('admin') })

/** The statuses of a key; `elsewhere`: a sale made elsewhere took it. */
const KEY_STATUSES = ['available', 'used', 'elsewhere', 'retired'] as const
export type KeyStatus = (typeof KEY_STATUSES)[number]
/** The number of keys of an edition, by status. */
export const KeyStats = z.object({
  available: z.int(),
  used: z.int(),
  elsewhere: z.int(),
  retired: z.int(),
  total: z.int(),
  /** Of the available ones: held for, or promised to, open orders and paid ones that wait. Above `available` if more are promised than there are. */
  reserved: z.int(),
  /** Paid copies that wait for keys. */
  waiting: z.int(),
})
export type KeyStats = z.infer<typeof KeyStats>
/** The numbers of keys of all editions. */
export const KeyStatsReply = z.object({
  success: z.literal(true),
  /** By edition: those on sale, then any other that has keys or orders that wait for some. */
  stats: z.record(EditionField, KeyStats),
})
/** A key's place in a sorted list: the edition or status if it is sorted by, the microseconds of its creation, its id. */
const KeyPosition = z
  .string()
  .regex(/^([a-z][a-z0-9-]{0,63}\.)?\d{1,17}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  .optional()
/** The query of the list of keys. It comes from a URL or a form, so numbers are text. */
export const KeyListQuery = z.object({
  action: z.literal('list'),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(200).default(KEY_PAGE_SIZE),
  edition: z.union([z.literal('all'), EditionField]).default('all'),
  status: z.enum(['all', ...KEY_STATUSES]).default('all'),
  sort: z.enum(KEY_SORTS).default('newest'),
  /** `edges.last` of the page above, with the same sort: without it or `before`, all pages above are skipped row by row. */
  after: KeyPosition,
  /** `edges.first` of the page below. */
  before: KeyPosition,
  /** A whole key, its last group, or the start of a buyer's e-mail. */
  q: z.string().trim().max(EMAIL_MAX).refine(isStorable).default(''),
})
export type KeyListQuery = z.infer<typeof KeyListQuery>
/** The filter of the export of keys. */
export const ExportKeysQuery = KeyListQuery.pick({ edition: true, status: true, q: true })
/** A key in the list. */
export const KeyRow = z.object({
  id: z.uuid(),
  /** Masked to its last group if the user may not see it. */
  game_key: z.string(),
  is_masked: z.boolean(),
  game_edition: EditionField,
  is_used: z.boolean(),
  status: z.enum(KEY_STATUSES),
  /** Held for an open order: cannot be deleted or sold to another. */
  is_held: z.boolean(),
  created_at: IsoTimestamp,
  used_at: IsoTimestamp.nullable(),
  retired_at: IsoTimestamp.nullable(),
  payment_id: z.uuid().nullable(),
  external_order_id: z.uuid().nullable(),
  purchased_keys: z.array(z.object({ user_email: z.string() })),
})
export type KeyRow = z.infer<typeof KeyRow>
/** The position of a page in a list. */
export const Pagination = z.object({
  page: z.int(),
  limit: z.int(),
  total: z.int(),
  totalPages: z.int(),
  /** True if a search found more than it counts. */
  hasMore: z.boolean(),
})
export type Pagination = z.infer<typeof Pagination>
/** The positions of the first and last key of a page; null on an empty page and in a search. */
const KeyPageEdges = z.object({ first: z.string().nullable(), last: z.string().nullable() })
export type KeyPageEdges = z.infer<typeof KeyPageEdges>
/** A page of the list of keys. */
export const KeyListReply = z.object({
  success: z.literal(true),
  keys: z.array(KeyRow),
  pagination: Pagination,
  edges: KeyPageEdges,
})
const SomeKeys = z.array(z.uuid()).min(1).max(KEYS_PER_LIST_MAX)
/** `count` accepts any value, because an invalid one must be reported as COUNT_OUT_OF_RANGE. */
const GenerateKeysRequest = z.strictObject({
  action: z.literal('generate'),
  edition: EditionField,
  count: z.unknown().optional(),
})
const keyOrKeys = { keyId: z.uuid().optional(), keyIds: SomeKeys.optional() }
const isOneOfBoth = (body: { keyId?: unknown; keyIds?: unknown }) =>
  (body.keyId === undefined) !== (body.keyIds === undefined)
/** Deletes unused keys: one by `keyId`, or several by `keyIds`, never both. */
export const DeleteKeysRequest = z
  .strictObject({ action: z.literal('delete').optional(), ...keyOrKeys })
  .refine(isOneOfBoth, 'keyId or keyIds')
const RetireKeysRequest = z
  .strictObject({ action: z.literal('retire'), ...keyOrKeys })
  .refine(isOneOfBoth, 'keyId or keyIds')
/** Puts retired keys that nobody bought back into the stock. */
const RestoreKeysRequest = z
  .strictObject({ action: z.literal('restore'), ...keyOrKeys })
  .refine(isOneOfBoth, 'keyId or keyIds')
const RevealKeyRequest = z.strictObject({ action: z.literal('reveal'), keyId: z.uuid() })
const KeyStatsQuery = z.object({ action: z.literal('stats') })
/** Reads come as a query, or by POST as a form or JSON, because browsers send no body with GET. */
export const ReadKeysQuery = z.discriminatedUnion('action', [KeyStatsQuery, KeyListQuery])
/** The body of a POST to the keys; `action` selects the operation. */
export const ManageKeysRequest = z.discriminatedUnion('action', [
  KeyStatsQuery,
  KeyListQuery,
  GenerateKeysRequest,
  RetireKeysRequest,
  RestoreKeysRequest,
  RevealKeyRequest,
])
/** `KEY_GONE`: retired for good, since it may be known: it was revealed, marked as sent, or its secret is lost. */
const KEY_REFUSALS = [
  'KEY_NOT_FOUND',
  'KEY_USED',
  'KEY_HELD',
  'KEY_RETIRED',
  'KEY_NOT_RETIRED',
  'KEY_GONE',
] as const
const RefusedKey = z.object({ keyId: z.uuid(), code: z.enum(KEY_REFUSALS) })
export type RefusedKey = z.infer<typeof RefusedKey>
/** The number of changed keys, and the refused ones with the reason. */
export const KeysDoneReply = z.object({
  success: z.literal(true),
  message: z.string(),
  count: z.int(),
  refused: z.array(RefusedKey),
})
/** Whole keys to retire, as they were pasted; each once. */
export const RetireListRequest = z.strictObject({
  keys: z.array(z.string().trim().min(1).max(200).refine(isStorable)).min(1).max(KEYS_PER_LIST_MAX),
})
/** The retired keys by their ids, and the places in the list, from 0, of those that were refused. */
export const RetireListReply = z.object({
  success: z.literal(true),
  keyIds: z.array(z.uuid()),
  refused: z.array(z.object({ at: z.int(), code: z.enum(KEY_REFUSALS) })),
})
/** What staff do with keys that nobody has. */
export type KeyChange = 'delete' | 'retire' | 'restore'
/** One key, unmasked. */
export const KeyRevealReply = z.object({ success: z.literal(true), key: z.string() })

/** Replaces a sold key that does not work. */
export const ReplaceKeyRequest = z.strictObject({ keyId: z.uuid() })
/** `keyId`: the new key. */
export const ReplaceKeyReply = z.object({ success: z.literal(true), keyId: z.uuid() })

/** A user of the back office. */
export const Person = z.object({
  id: z.uuid(),
  email: z.string(),
  role: z.enum(ROLES).nullable(),
  isDisabled: z.boolean(),
  hasSecondFactor: z.boolean(),
  hasPassword: z.boolean(),
  createdAt: IsoTimestamp,
  lastSignInAt: IsoTimestamp.nullable(),
})
/** All users of the back office. */
export const PeopleReply = z.object({ success: z.literal(true), people: z.array(Person) })
/** An action on the users of the back office. */
export const PeopleRequest = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('invite'), email: Email, role: z.enum(ROLES).nullable() }),
  z.strictObject({ action: z.literal('role'), userId: z.uuid(), role: z.enum(ROLES).nullable() }),
  z.strictObject({ action: z.literal('disable'), userId: z.uuid() }),
  z.strictObject({ action: z.literal('enable'), userId: z.uuid() }),
  /** Removes password, second factor and sessions, and returns a link to set a new password. */
  z.strictObject({ action: z.literal('reset'), userId: z.uuid() }),
])
/** `link`: to pass on to the person; shown once, valid for 24 hours. */
export const PeopleActionReply = z.object({ success: z.literal(true), link: z.string().nullable() })

/** A page of the audit, newest first; `before` is `next` of the previous page. */
export const AuditQuery = z.object({
  before: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  /** Such as `keys.delete`, or `keys` for all actions on keys. */
  action: z.string().max(60).refine(isStorable).default(''),
  /** The start of an e-mail. */
  actor: z.string().trim().max(EMAIL_MAX).refine(isStorable).default(''),
  /** The id of a key, an order or a person, or an edition. */
  subject: z.string().trim().max(100).refine(isStorable).default(''),
})
export type AuditQuery = z.infer<typeof AuditQuery>
/** An entry of the audit. */
export const AuditEntryRow = z.object({
  id: z.string(),
  at: IsoTimestamp,
  /** Null for the command line and the shop itself. */
  actor: z.object({ id: z.uuid(), email: z.string() }).nullable(),
  action: z.string(),
  /** `email`: only if the subject is a person. */
  subject: z.object({ kind: z.string(), id: z.string(), email: z.string().nullable() }),
  facts: z.record(z.string(), z.unknown()),
})
export type AuditEntryRow = z.infer<typeof AuditEntryRow>
/** A page of the audit. */
export const AuditReply = z.object({
  success: z.literal(true),
  entries: z.array(AuditEntryRow),
  next: z.string().nullable(),
})
