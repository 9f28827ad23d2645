import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '#server/http/app.ts'
import { createLimits } from '#server/rate-limits/rate-limits.ts'
import { smtpTransport, type MailTransport } from '#server/mail/mail-transport.ts'
import type { SendMailDeps } from '#server/mail/send-mail.ts'
import { sendMail } from '#test/send-one-mail.ts'
import { appWith } from '#test/app-with.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { startMailServer, type MailServer } from '#test/mail-server.ts'
import { testClock } from '#test/test-clock.ts'
import { supportRoutes } from './routes.ts'
import { SAMPLE_MAIL_SETTINGS } from '#test/sample-mails.ts'

// From the call to a real SMTP server: typed text stays unchanged, and becomes no header and no recipient.
const STUDIO = 'support@studio.example'
const { clock } = testClock()

const database = useTestDatabase()
let server: MailServer
let transport: MailTransport
let app: App
let outbox: SendMailDeps

beforeAll(async () => {
  server = await startMailServer()
  transport = smtpTransport(server.url, 'Keyhold <shop@shop.example>')
  app = await appWith((routes) => {
    supportRoutes(routes, {
      db: database.db,
      clock,
      limits: createLimits(database.db, clock, { factor: 'off' }),
      supportEmail: STUDIO,
      languageOf: () => 'ar',
    })
  })
  const setting = { ...SAMPLE_MAIL_SETTINGS, supportEmail: STUDIO }
  outbox = { db: database.db, clock, transport, settings: setting }
})

afterAll(async () => {
  await app.close()
  transport.close()
  await server.close()
})

/** All headers of our mails; any other one would have been injected. */
const HEADERS =
  /^(from|to|reply-to|subject|message-id|date|mime-version|content-type|content-transfer-encoding|auto-submitted)$/

const TRICKS = [
  ...[
    '\r\nBcc: eve@example.com',
    '\nTo: eve@example.com',
    '\rCc: eve@example.com',
    '%0d%0aBcc:eve@example.com',
  ],
  ...[
    '\u2028Bcc: eve@example.com',
    '\u2029',
    '\u0085X-Evil: 1',
    '\u000b',
    '\u000c',
    '\0',
    '\ud800',
    '\u202e',
    '\u200f',
  ],
  ...[
    '=?utf-8?q?=0d=0aBcc:_eve=40example.com?=',
    '=?utf-8?b?DQpCY2M6IGV2ZUBleGFtcGxlLmNvbQ==?=',
    '\r\n.\r\nMAIL FROM:<eve@example.com>',
  ],
  ...[
    '"<eve@example.com>, "',
    ', eve@example.com',
    '<script>',
    '\r\n\r\n--boundary\r\nContent-Type: text/html\r\n\r\n',
  ],
]

const piece = fc.oneof(
  fc.constantFrom(...TRICKS),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ maxLength: 30 }),
)
const text = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''))
const long = fc
  .tuple(fc.constantFrom(...TRICKS, 'x'), fc.nat(400))
  .map(([trick, times]) => trick.repeat(times))
const message = fc.record({
  name: fc.oneof({ weight: 4, arbitrary: text }, { weight: 1, arbitrary: long }),
  email: fc.oneof(
    { weight: 3, arbitrary: fc.constant('mira@example.com') },
    { weight: 2, arbitrary: fc.emailAddress() },
    { weight: 1, arbitrary: fc.tuple(fc.emailAddress(), piece).map(([address, trick]) => address + trick) },
  ),
  message: fc.oneof({ weight: 4, arbitrary: text }, { weight: 1, arbitrary: long }),
})

test('no name, address or message adds a header or a recipient', async () => {
  let accepted = 0
  await fc.assert(
    fc.asyncProperty(message, async (body) => {
      const seenBefore = server.mails().length
      const reply = await app.inject({ method: 'POST', url: '/functions/send-support-email', payload: body })
      while ((await sendMail(outbox)).kind === 'sent');
      const arrived = server.mails().slice(seenBefore)
      if (reply.statusCode !== 200) {
        expect(arrived).toEqual([])
        return
      }
      accepted += 1
      expect(arrived.length).toBeLessThanOrEqual(2)
      const [toStudio, copy] = arrived
      expect(server.mailsTo(STUDIO)).toContain(toStudio)
      for (const mail of arrived) {
        expect(mail.headerLines.map(({ key }) => key).filter((key) => !HEADERS.test(key))).toEqual([])
        expect([mail.cc, mail.bcc, mail.attachments]).toEqual([undefined, undefined, []])
        expect(mail.headerLines.filter(({ key }) => key === 'to')).toHaveLength(1)
      }
      expect(toStudio?.replyTo?.value.map(({ address }) => address)).toEqual([body.email])
      expect(toStudio?.html).toBe(false)
      if (copy !== undefined) {
        expect([copy.to].flat()[0]?.text).toBe(body.email)
        expect(copy.replyTo).toBeUndefined()
        for (const typed of [body.name, body.message].filter((one) => one.trim().length > 12)) {
          expect(copy.text).not.toContain(typed.trim())
        }
      }
    }),
    { numRuns: 200 },
  )
  expect(accepted).toBeGreaterThan(10)
})

test('hostile messages arrive as they were typed', async () => {
  const typed = {
    name: 'Mira "<eve@example.com>"',
    email: 'mira@example.com',
    message:
      '=?utf-8?q?=0d=0aBcc:_eve=40example.com?=\r\nFirst line\r\n.\r\nBcc: eve@example.com\r\n\r\nمرحبا \u202eabc 🗝️',
  }
  const reply = await app.inject({ method: 'POST', url: '/functions/send-support-email', payload: typed })
  expect(reply.statusCode).toBe(200)
  while ((await sendMail(outbox)).kind === 'sent');
  const mail = server.mailsTo(STUDIO).at(-1)
  expect(mail?.text?.replaceAll('\r\n', '\n')).toContain(typed.message.replaceAll('\r\n', '\n'))
  expect(mail?.text).toContain(`From: ${typed.name} <${typed.email}>`)
  expect([mail?.to].flat()[0]?.text).toBe(STUDIO)
})
