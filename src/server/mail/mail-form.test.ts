import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LANGUAGES } from '#shared/languages.ts'
import { startFaultyMailServer, type FaultyMailServer } from '#test/faulty-mail-server.ts'
import { KEYS, SAMPLE_MAILS, SAMPLE_MAIL_SETTINGS } from '#test/sample-mails.ts'
import type { MailContent } from './mail-facts.ts'
import { smtpTransport, type MailTransport } from './mail-transport.ts'
import { writeMail } from './write-mail.ts'

// Whatever facts, addresses and titles contain, the result is one mail to one address with one set of headers.
const HEADERS = new Set([
  'auto-submitted',
  'content-transfer-encoding',
  'content-type',
  'date',
  'from',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'message-id',
  'mime-version',
  'reply-to',
  'subject',
  'to',
])

let server: FaultyMailServer
let transport: MailTransport
beforeAll(async () => {
  server = await startFaultyMailServer()
  transport = smtpTransport(server.url, 'Keyhold <shop@shop.example>')
})
afterAll(async () => {
  transport.close()
  await server.close()
})

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    'a\r\nBcc: victim@example.com',
    'a\nSubject: other\n\nbody',
    '"><img src=http://evil.example/x onerror=alert(1)>',
    '\u202egnp.exe',
    '=?utf-8?B?QmNjOiB4?=',
    '.\r\nMAIL FROM:<x@y.z>',
    '\u0000\uD800',
    'x'.repeat(2000),
  ),
)
const address = fc.oneof(
  fc.emailAddress(),
  fc.constantFrom(
    'a@b.example, c@d.example',
    'a@b.example\r\nRCPT TO:<c@d.example>',
    '"a b"@example.com',
    '<a@b.example>',
    'ü@exämple.com',
    'a@b.example>\r\nDATA',
    'group: a@b.example;',
  ),
)

/** The same mail with some of its words replaced, at any depth. */
function twisted(content: MailContent, words: readonly string[]): MailContent {
  let index = 0
  const twist = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => twist(one, name))
    const isWord = typeof value === 'string' && !KEPT.has(name)
    return isWord ? (words[index++ % words.length] ?? value) : value
  }
  const facts = Object.fromEntries(
    Object.entries(content.facts).map(([name, value]) => [name, twist(value, name)]),
  )
  return { template: content.template, facts } as unknown as MailContent
}
/** Fields that hold our own names and instants, which nobody types. */
const KEPT = new Set([
  'network',
  'coin',
  'edition',
  'payUntil',
  'outcome',
  'reason',
  'refundChain',
  'kind',
  'raisedAt',
  'closedAt',
  'facts',
  'submittedAt',
  'timeZone',
])

test('any facts give one mail with one set of headers, to at most one address', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<MailContent>(...Object.values(SAMPLE_MAILS), {
        template: 'support',
        facts: { name: 'N', email: 'e', message: 'm' },
      }),
      fc.constantFrom(...LANGUAGES),
      fc.array(hostile, { minLength: 1, maxLength: 8 }),
      address,
      fc.option(address),
      async (content, language, words, recipient, replyTo) => {
        const settings = {
          ...SAMPLE_MAIL_SETTINGS,
          gameTitle: words[0] ?? 'Game',
          editionName: () => words.at(-1) ?? 'Edition',
          readKeys: () => Promise.resolve(KEYS),
        }
        const written = writeMail(twisted(content, words), language, settings)
        expect(written.html ?? '').not.toMatch(/<img(?! src="cid:)|<script/i)
        const before = server.mails().length
        const outgoing = {
          ...written,
          recipient,
          replyTo,
          messageId: '<one@shop.example>',
          inReplyTo: null,
          date: new Date(0),
        }
        const isSent = await transport.send(outgoing).then(
          () => true,
          () => false,
        )
        const arrived = server.mails().slice(before)
        expect(arrived).toHaveLength(isSent ? 1 : 0)
        for (const { headerLines, envelopeTo } of arrived) {
          const names = headerLines.map(({ key }) => key)
          expect(new Set(names).size, names.join()).toBe(names.length)
          expect(names.filter((name) => !HEADERS.has(name))).toEqual([])
          expect(envelopeTo).toHaveLength(1)
        }
      },
    ),
    { numRuns: 150 },
  )
})

test('the pictures of a mail arrive byte for byte, each time, and are listed as no attachment', async () => {
  const pictureJpeg = Buffer.from(Array.from({ length: 500 }, (_, index) => index % 256))
  const settings = { ...SAMPLE_MAIL_SETTINGS, markPng: Buffer.from([0x89, 0, 255, 13, 10, 46]), pictureJpeg }
  for (const time of [1, 2]) {
    const content = SAMPLE_MAILS.received
    const written = writeMail(content, 'en', settings)
    await transport.send({
      ...written,
      messageId: `<pictures-${String(time)}@shop.example>`,
      inReplyTo: null,
      recipient: 'pictures@example.com',
      replyTo: null,
      date: new Date('2026-11-20T12:00:00Z'),
    })
    const { attachments } = server.mails().at(-1) ?? { attachments: [] }
    const expected = written.images.map(({ cid, type, bytes }) => [
      cid,
      type,
      Buffer.from(bytes()).toString('hex'),
    ])
    expect(expected).toHaveLength(3)
    expect(attachments.map((part) => [part.cid, part.contentType, part.content.toString('hex')])).toEqual(
      expected,
    )
    expect(attachments.map(({ contentDisposition, filename }) => [contentDisposition, filename])).toEqual(
      attachments.map(() => ['inline', undefined]),
    )
  }
})
