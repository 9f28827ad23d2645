import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as z from 'zod'
import { importRoutes } from '#server/keys/import-routes.ts'
import { exportRoutes } from '#server/keys/export-routes.ts'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { keyRoutes } from '#server/keys/routes.ts'
import { replaceRoutes } from '#server/payments/replace-routes.ts'
import {
  AuditQuery,
  ChangePasswordRequest,
  CodeRequest,
  DeleteKeysRequest,
  ManageKeysRequest,
  PasswordRequest,
  PeopleRequest,
  ReadKeysQuery,
  ReplaceKeyRequest,
  RevokeSessionRequest,
  SelfGrantRequest,
  SetPasswordRequest,
  SignInRequest,
} from '#shared/admin-api.ts'
import { ImportCommitRequest } from '#shared/import-api.ts'
import { Failure } from '#shared/api.ts'
import {
  accountFixture,
  makePerson,
  openBrowser,
  type AccountFixture,
  type Browser,
} from './account-fixture.ts'
import { useTestDatabase } from './use-test-database.ts'
import { contentsOf } from './order-fixture.ts'
import { TEST_CIPHER } from './installation-secret.ts'

// Invalid requests of a signed-in owner are rejected with an error code and write nothing.
const CALLS: readonly (readonly ['POST' | 'DELETE', string, z.ZodType])[] = [
  ['POST', '/auth/sign-in/email', SignInRequest],
  ['POST', '/auth/set-password', SetPasswordRequest],
  ['POST', '/auth/change-password', ChangePasswordRequest],
  ['POST', '/auth/two-factor/enable', PasswordRequest],
  ['POST', '/auth/two-factor/disable', PasswordRequest],
  ['POST', '/auth/two-factor/generate-backup-codes', PasswordRequest],
  ['POST', '/auth/two-factor/verify-totp', CodeRequest],
  ['POST', '/auth/two-factor/verify-backup-code', CodeRequest],
  ['DELETE', '/auth/sessions', RevokeSessionRequest],
  ['POST', '/data/user-roles', SelfGrantRequest],
  ['POST', '/functions/people', PeopleRequest],
  ['POST', '/functions/manage-game-keys', ManageKeysRequest],
  ['DELETE', '/functions/manage-game-keys', DeleteKeysRequest],
  ['POST', '/functions/import-keys/commit', ImportCommitRequest],
  ['POST', '/functions/replace-key', ReplaceKeyRequest],
]
const NAMES = [
  ...[
    'action',
    'email',
    'role',
    'userId',
    'user_id',
    'keyId',
    'keyIds',
    'importId',
    'id',
    'others',
    'edition',
    'count',
  ],
  ...[
    'page',
    'limit',
    'status',
    'q',
    'password',
    'currentPassword',
    'newPassword',
    'token',
    'code',
    '__proto__',
    'x',
  ],
]
const WORDS = [
  ...[
    'generate',
    'list',
    'stats',
    'retire',
    'reveal',
    'invite',
    'role',
    'disable',
    'reset',
    'admin',
    'owner',
    'king',
  ],
  ...[
    'standard',
    'all',
    'a@b.c',
    "' or 1=1 --",
    '\u0000',
    '\ud800',
    '',
    ' ',
    '00000000-0000-4000-8000-00000000000',
  ],
  'x'.repeat(300),
]
const value = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(...WORDS, 0, -1, Number.MAX_VALUE, 1.5, 101, null, true, [], {}),
  },
  fc.jsonValue(),
)
const body = fc.dictionary(fc.constantFrom(...NAMES), value, { maxKeys: 5 })

const database = useTestDatabase()
let fixture: AccountFixture
let owner: Browser
let before: string
beforeAll(async () => {
  fixture = await accountFixture(database.db, {
    addRoutes: (app, shop) => {
      for (const add of [keyRoutes, importRoutes, exportRoutes, replaceRoutes]) add(app, shop)
    },
  })
  await makePerson(database.db, 'owner@example.com', 'owner')
  owner = openBrowser(fixture.app)
  await owner.signIn('owner@example.com')
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 3)
  before = await contentsOf(database.db)
})
afterAll(() => fixture.app.close())

test.each(CALLS)('%s %s rejects invalid requests', async (method, url, schema) => {
  await fc.assert(
    fc.asyncProperty(body, async (fields) => {
      const payload = JSON.stringify(fields)
      fc.pre(!schema.safeParse(JSON.parse(payload)).success)
      const reply = await owner.ask(method, url, JSON.parse(payload) as object)
      expect([reply.statusCode >= 400 && reply.statusCode < 500, reply.statusCode]).toEqual([
        true,
        reply.statusCode,
      ])
      Failure.strict().parse(reply.json())
    }),
    { numRuns: 150 },
  )
})

// before the reads: a list that shows keys is audited
test('none of them has changed the database', async () => {
  expect(await contentsOf(database.db)).toBe(before)
})

test.each([
  ['/functions/manage-game-keys', ReadKeysQuery],
  ['/functions/audit', AuditQuery],
  ['/functions/import-keys/x', null],
] as const)('GET %s never fails, whatever is asked of it', async (url, schema) => {
  const words = fc.dictionary(
    fc.constantFrom('action', 'page', 'limit', 'edition', 'status', 'q', 'before', 'actor', 'subject'),
    fc.oneof(fc.constantFrom(...WORDS, '1', '999999999999999999999', '-5', '%', '\\', '_'), fc.string()),
    { maxKeys: 5 },
  )
  await fc.assert(
    fc.asyncProperty(words, async (fields) => {
      const query = new URLSearchParams(fields)
      const reply = await owner.ask('GET', `${url}?${query.toString()}`)
      const isValid = schema?.safeParse(Object.fromEntries(query)).success === true
      expect([query.toString(), reply.statusCode < 500]).toEqual([query.toString(), true])
      if (isValid) expect(reply.statusCode).toBe(200)
      else Failure.strict().parse(reply.json())
    }),
    { numRuns: 300 },
  )
})
