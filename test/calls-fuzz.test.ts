import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as z from 'zod'
import { buyerRoutes } from '#server/order-page/routes.ts'
import { captchaRoutes } from '#server/captcha/routes.ts'
import { createCounters } from '#server/counters/counters.ts'
import { counterRoutes } from '#server/counters/routes.ts'
import type { App } from '#server/http/app.ts'
import { paymentRoutes } from '#server/payments/routes.ts'
import { supportRoutes } from '#server/support/routes.ts'
import {
  CaptchaCheckRequest,
  CounterIntentRequest,
  ProofCheckRequest,
  SupportRequest,
} from '#shared/visitor-api.ts'
import { CreatePaymentRequest, Failure, VerifyPaymentRequest } from '#shared/api.ts'
import {
  CheckInvoiceRequest,
  OpenOrderRequest,
  RecoverOrderRequest,
  RequestRefundRequest,
  ResendMailRequest,
} from '#shared/buyer-api.ts'
import { appWith } from './app-with.ts'
import { orderPageDeps } from './order-page-fixture.ts'
import { DiscountPreviewRequest } from '#shared/discount-preview.ts'
import { useTestDatabase } from './use-test-database.ts'
import { contentsOf, orderDeps, placeOrder, USUAL_REQUEST } from './order-fixture.ts'
import { PAY_CHAINS } from './pay-chains.ts'
import { testClock } from './test-clock.ts'
import { EDITION_IDS } from './editions.ts'

// Invalid calls are rejected with an error code, and nothing is written.
const UUID = '00000000-0000-4000-8000-000000000000'
interface Call {
  readonly url: string
  readonly schema: z.ZodObject
  /** Valid, but rejected without a captcha, a payment or a challenge. */
  readonly body: Readonly<Record<string, unknown>>
  /** A valid body would be accepted: only invalid ones are sent. */
  readonly isTaken: boolean
}
const CALLS: readonly Call[] = [
  {
    url: '/functions/request-refund',
    schema: RequestRefundRequest,
    body: { paymentId: UUID, quantity: 1, address: 'bc1q', addressAgain: 'bc1q', reason: 'Too hard' },
    isTaken: false,
  },
  {
    url: '/functions/open-order',
    schema: OpenOrderRequest,
    body: { paymentId: UUID, key: 'x'.repeat(32) },
    isTaken: false,
  },
  {
    url: '/functions/resend-order-mail',
    schema: ResendMailRequest,
    body: { paymentId: UUID },
    isTaken: false,
  },
  {
    url: '/functions/recover-order',
    schema: RecoverOrderRequest,
    body: { email: 'ada@example.com', paymentId: UUID },
    isTaken: true,
  },
  {
    url: '/functions/check-invoice',
    schema: CheckInvoiceRequest,
    body: { paymentId: UUID, sha256: 'a'.repeat(64) },
    isTaken: false,
  },
  {
    url: '/functions/create-crypto-payment',
    schema: CreatePaymentRequest,
    body: USUAL_REQUEST,
    isTaken: false,
  },
  {
    url: '/functions/preview-discount',
    schema: DiscountPreviewRequest,
    body: { edition: 'standard', quantity: 1, discountCode: 'LAUNCH10' },
    isTaken: false,
  },
  {
    url: '/functions/verify-crypto-payment',
    schema: VerifyPaymentRequest,
    body: { paymentId: UUID },
    isTaken: false,
  },
  {
    url: '/functions/captcha/check',
    schema: CaptchaCheckRequest,
    body: { id: UUID, code: 'ABC123' },
    isTaken: false,
  },
  {
    url: '/functions/captcha/proof/check',
    schema: ProofCheckRequest,
    body: { payload: 'e30=' },
    isTaken: false,
  },
  {
    url: '/functions/send-support-email',
    schema: SupportRequest,
    body: { name: 'Ada', email: 'ada@example.com', message: 'Where are my keys?' },
    isTaken: true,
  },
  {
    url: '/data/purchase-counters/standard',
    schema: CounterIntentRequest,
    body: { quantity: 2 },
    isTaken: true,
  },
]

/** JSON as text, since some of it no JavaScript value can say. */
const HOSTILE_VALUES = [
  ...['null', 'true', '[]', '{}', '[[]]', '{"$ne":null}', '{"__proto__":{"isAdmin":true}}'],
  ...[
    '0',
    '-0',
    '-1',
    '1.5',
    '101',
    '1e309',
    '-1e309',
    '1e-400',
    '9007199254740993',
    '99999999999999999999999',
  ],
  ...['NaN', 'Infinity', 'undefined', "'single'", '"open', '01', '.5', '+1'],
  ...[
    '""',
    '" "',
    '"\\u0000"',
    '"\\ud800"',
    '"a\\udc00b"',
    '"\\u202e"',
    '"é😀"',
    '"line\\nbreak"',
    '"\\r\\nBcc: a@b.c"',
  ],
  ...['"64"', '"\' or 1=1 --"', '"<script>"', '"../../etc/passwd"', `"${'x'.repeat(20_000)}"`],
  '['.repeat(3_000) + ']'.repeat(3_000),
]
const HOSTILE_BODIES = [
  ...['', ' ', 'null', '[]', '""', '0', '{', '}', '{"a"}', '{}{}', '\u0000', '\uFEFF{}', 'a=b&c=d', '[{}]'],
  `{"a":"${'x'.repeat(70_000)}"}`,
]
const EXTRA_FIELDS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'id',
  'status',
  'priceCents',
  'paymentAddress',
]

const value = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_VALUES) },
  fc.jsonValue().map((one) => JSON.stringify(one)),
  fc.string({ unit: 'binary' }).map((one) => JSON.stringify(one)),
)

/** A body of a call with one to three of its fields spoilt, left out, doubled or added. */
function spoiltBody({ schema, body }: Call): fc.Arbitrary<string> {
  const names = Object.keys(schema.shape)
  const change = fc.oneof(
    fc.record({ kind: fc.constant('spoil'), name: fc.constantFrom(...names), value }),
    fc.record({ kind: fc.constant('leave out'), name: fc.constantFrom(...names), value: fc.constant('') }),
    fc.record({ kind: fc.constant('double'), name: fc.constantFrom(...names), value }),
    fc.record({ kind: fc.constant('add'), name: fc.constantFrom(...EXTRA_FIELDS), value }),
  )
  return fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) => {
    const fields = new Map(names.map((name) => [name, [JSON.stringify(body[name])]]))
    for (const one of changes) {
      const before = fields.get(one.name) ?? []
      if (one.kind === 'leave out') fields.set(one.name, [])
      else fields.set(one.name, one.kind === 'spoil' ? [one.value] : [...before, one.value])
    }
    const pairs = [...fields].flatMap(([name, values]) =>
      values.map((text) => `${JSON.stringify(name)}:${text}`),
    )
    return `{${pairs.join(',')}}`
  })
}

const database = useTestDatabase()
let app: App
let paymentId: string
let before: string
beforeAll(async () => {
  const { clock } = testClock()
  const deps = orderDeps(database.db, clock)
  app = await appWith((routes) => {
    const { db, limits, secret } = deps
    paymentRoutes(routes, {
      ...deps,
      isSecure: false,
      languageOf: () => 'en',
      chains: PAY_CHAINS,
      lookNow: () => Promise.resolve(),
    })
    buyerRoutes(routes, orderPageDeps(db, clock))
    captchaRoutes(routes, {
      db,
      clock,
      limits,
      secret,
      pinnedCode: null,
      isSecure: false,
      proofWork: { rounds: 10, meanTries: 20 },
      unpaidOrdersOf: () => Promise.resolve(0),
    })
    supportRoutes(routes, {
      db,
      clock,
      limits,
      supportEmail: 'support@example.com',
      languageOf: () => 'en',
    })
    counterRoutes(routes, {
      counters: createCounters(db, clock, 'true', EDITION_IDS),
      editionIds: EDITION_IDS,
      limits,
    })
  })
  paymentId = (await placeOrder(deps)).id
  before = await contentsOf(database.db)
})
afterAll(async () => {
  expect(await contentsOf(database.db)).toBe(before)
  await app.close()
})

test.each(CALLS.map((call) => [call.url, call] as const))(
  '%s refuses every spoilt field',
  async (url, call) => {
    await fc.assert(
      fc.asyncProperty(spoiltBody(call), async (payload) => {
        fc.pre(!call.isTaken || !isValid(call, payload))
        await expectRefusal(url, payload)
      }),
      { numRuns: 300 },
    )
  },
)

test.each(CALLS.map((call) => [call.url] as const))('%s rejects anything but a JSON object', async (url) => {
  for (const payload of HOSTILE_BODIES) await expectRefusal(url, payload)
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'x', '']) {
    await expectRefusal(url, '{}', { 'content-type': type })
  }
})

test('order creation rejects hostile headers', async () => {
  const header = fc.string({ unit: 'binary-ascii', maxLength: 300 }).filter((text) => !/[\r\n\0]/.test(text))
  await fc.assert(
    fc.asyncProperty(header, header, async (key, cookie) => {
      const headers = { 'idempotency-key': key, cookie: `keyhold_captcha=${cookie}` }
      await expectRefusal('/functions/create-crypto-payment', JSON.stringify(USUAL_REQUEST), headers)
    }),
    { numRuns: 200 },
  )
})

test.each(['/data/payments/', '/data/orders/'])('%s rejects invalid payment ids', async (path) => {
  const id = fc.oneof(
    fc.string({ minLength: 1, maxLength: 80 }),
    fc.uuid(),
    fc.constantFrom(
      `${paymentId}0`,
      ` ${paymentId}`,
      paymentId.slice(1),
      `{${paymentId}}`,
      'null',
      '..',
      '%00',
    ),
  )
  await fc.assert(
    fc.asyncProperty(id, fc.string({ maxLength: 60 }), async (text, cookie) => {
      const url = `${path}${encodeURIComponent(text)}`
      const reply = await app.inject({ method: 'GET', url, headers: { cookie: encodeURIComponent(cookie) } })
      expect([400, 404]).toContain(reply.statusCode)
      if (text !== '.' && text !== '..') expect(Failure.safeParse(reply.json()).success).toBe(true)
    }),
    { numRuns: 200 },
  )
})

test('the mailed link never causes an internal error, whatever its id and key are', async () => {
  const raw = fc.string({ unit: fc.constantFrom(...'abc019-_%&=?/#;\\\'"<>+.é'), maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.constant(paymentId), raw), raw, async (id, key) => {
      const reply = await app.inject({ method: 'GET', url: `/order/${id}?key=${key}` })
      expect([303, 400, 404]).toContain(reply.statusCode)
      expect(reply.headers['set-cookie']).toBeUndefined()
    }),
    { numRuns: 300 },
  )
})

function isValid({ schema }: Call, payload: string): boolean {
  try {
    return schema.safeParse(JSON.parse(payload)).success
  } catch {
    return false
  }
}

async function expectRefusal(
  url: string,
  payload: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const reply = await app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  })
  expect([reply.statusCode >= 400 && reply.statusCode < 500, reply.statusCode]).toEqual([
    true,
    reply.statusCode,
  ])
  Failure.strict().parse(reply.json())
}
