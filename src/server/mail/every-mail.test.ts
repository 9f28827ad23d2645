import { describe, expect, test } from 'vitest'
import { checkWords } from '#shared/check-words.ts'
import { colorsOf, DEFAULT_COLORS } from '#shared/game-theme.ts'
import { isRightToLeft, LANGUAGES } from '#shared/languages.ts'
import {
  KEYS,
  SAMPLE_ACCESS,
  SAMPLE_MAILS,
  SAMPLE_ORDER,
  SAMPLE_WAITING_TOKEN,
  SAMPLE_MAIL_SETTINGS,
} from '#test/sample-mails.ts'
import type { MailContent } from './mail-facts.ts'
import { formatCount } from '#texts/format.ts'
import { MAIL_TEXTS } from '#texts/mail-texts.ts'
import { writeMail } from './write-mail.ts'

const SETTING = {
  ...SAMPLE_MAIL_SETTINGS,
  markPng: Uint8Array.of(1, 2, 3),
  pictureJpeg: Uint8Array.of(4, 5, 6),
  editionName: () => 'Supporter Edition',
  readKeys: () => Promise.resolve(KEYS),
}
const LINK = `https://shop.example/order/${SAMPLE_ORDER.paymentId}#key=${SAMPLE_ACCESS.secret}`
const withdrawLink = (language: string) =>
  `https://shop.example/withdraw?order=${SAMPLE_ORDER.paymentId}&lang=${language}`
const waitingLinks = (language: string) => [
  `https://shop.example/?lang=${language}#pre-order`,
  ...['confirm', 'leave'].map(
    (page) => `https://shop.example/waiting-list/${page}?token=${SAMPLE_WAITING_TOKEN}&lang=${language}`,
  ),
]
const ADMIN_LINK = /^https:\/\/shop\.example\/admin#\/[a-z]+(?:\/[a-z0-9-]+)?$/
const MAILS = Object.entries<MailContent>(SAMPLE_MAILS)

/** Every sentence of the mails, in a language, with its path. */
function leaves(value: unknown, path = ''): readonly (readonly [string, string])[] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value === 'function') return [[path, (value as (...facts: unknown[]) => string)('X', 2)]]
  return Object.entries(value as object).flatMap(([key, inner]) => leaves(inner, `${path}.${key}`))
}

test('counts in a mail have the digits of its language', () => {
  const { copies } = MAIL_TEXTS.ar.order
  expect(writeMail(SAMPLE_MAILS.keys, 'ar', SETTING).text).toMatch(new RegExp(`${copies}:\\n[٠-٩]+\\n`))
})

test.each(LANGUAGES)(
  'the mail with the keys says in %s where and how they are used, if the game does',
  (language) => {
    const redeem = {
      shop: 'Ashen Launcher',
      link: 'https://play.example/keys',
      steps: ['First sign in.', 'Then type the key.'],
    }
    const said = writeMail(SAMPLE_MAILS.keys, language, { ...SETTING, redeem: () => redeem })
    const steps = redeem.steps.map((step, place) => `${formatCount(language, place + 1)}. ${step}`)
    for (const part of [...steps, redeem.link, redeem.shop])
      for (const body of [said.text, said.html ?? '']) expect(body).toContain(part)
    expect(said.text.indexOf(redeem.link)).toBeGreaterThan(said.text.indexOf(KEYS[1] ?? ''))
    expect(said.text).toContain(MAIL_TEXTS[language].keys.redeem(redeem.shop))
    for (const settings of [SETTING, { ...SETTING, redeem: () => null }])
      expect(writeMail(SAMPLE_MAILS.keys, language, settings).text).not.toContain('Launcher')
  },
)

describe.each(LANGUAGES)('in %s', (language) => {
  test.each(MAILS)(
    'the mail “%s” has a short subject and the right text direction, and loads nothing',
    (_name, content) => {
      const { subject, text, html } = writeMail(content, language, SETTING)
      // that of an alert states what decides
      expect(subject.length).toBeLessThanOrEqual(content.template.startsWith('alert') ? 120 : 60)
      expect(subject).toContain('Ashen Dominion')
      expect(html).toContain(`<html lang="${language}" dir="${isRightToLeft(language) ? 'rtl' : 'ltr'}">`)
      expect(html).not.toMatch(
        /<(?!\/?(?:!doctype|html|head|meta|title|style|body|div|h1|h2|p|bdi|br|ul|li|table|tbody|tr|th|td|a|img|span)\b)/i,
      )
      expect(html).not.toMatch(/url\(|@import|src=(?!"cid:(?:mark|picture|qr)@keyhold")/i)
      for (const body of [text, html ?? '']) {
        expect(body).not.toMatch(/undefined|\[object|\{\w+\}|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/)
        for (const [url] of body.matchAll(/https?:\/\/[^\s"<]+/g)) {
          if (ADMIN_LINK.test(url)) continue
          expect([LINK, withdrawLink(language), ...waitingLinks(language)]).toContain(
            url.replace('&amp;', '&'),
          )
        }
      }
    },
  )

  test.each(MAILS)('the plain text of the mail “%s” has its values on their own lines', (_name, content) => {
    const { text } = writeMail(content, language, SETTING)
    const values = new Set(Object.values(content.facts).flat().map(String))
    for (const line of text.split('\n')) {
      const isValue =
        line.startsWith('https://') || [...values].some((value) => value !== '' && line.startsWith(value))
      if (!isValue) expect(line.length, line).toBeLessThan(78)
    }
    const wrong = { fr: /[^\u00a0]:$/m, zh: /:$/m }[language as string]
    if (wrong !== undefined) expect(text).not.toMatch(wrong)
  })

  test.each(MAILS)('the subject and preview of “%s” contain no key', (_name, content) => {
    const { html, subject } = writeMail(content, language, SETTING)
    const preview = /display:none[^>]*>([^<]*)</.exec(html ?? '')?.[1] ?? ''
    expect(preview.length).toBeGreaterThan(5)
    expect(subject + preview).not.toMatch(/[A-Z0-9]{4}-[A-Z0-9]{4}/)
  })

  test('every text is present, and none is left in English', () => {
    const english = new Map(leaves(MAIL_TEXTS.en))
    const own = leaves(MAIL_TEXTS[language])
    expect(own.map(([path]) => path).sort()).toEqual([...english.keys()].sort())
    if (language === 'en') return
    for (const [path, text] of own) {
      if (
        !/^\.(?:colon|networks\.|order\.edition|alert\.(?:subjects|facts)\.(?:edition|transfer|hash))/.test(
          path,
        )
      )
        expect(text, path).not.toBe(english.get(path))
    }
  })
})

test('mails of the waiting list, and only those, can be ended by one POST', () => {
  const ended = MAILS.flatMap(([name, content]) => {
    const { unsubscribeUrl } = writeMail(content, 'en', SETTING)
    return unsubscribeUrl === null ? [] : [[name, unsubscribeUrl]]
  })
  const leave = waitingLinks('en').at(-1)
  expect(ended).toEqual([
    ['waiting-confirm', leave],
    ['waiting-stock', leave],
  ])
})

test('mails name a simulated network as such, and only that', () => {
  const words = (content: MailContent) => writeMail(content, 'en', SETTING).text
  expect(words(SAMPLE_MAILS['received in a demo'])).toContain('Simulation: send nothing')
  expect(words(SAMPLE_MAILS.received)).not.toContain('Simulation')
})

test('times are in UTC, in the format of the language', () => {
  const until = (language: (typeof LANGUAGES)[number]) =>
    writeMail(SAMPLE_MAILS.received, language, SETTING)
      .text.split('\n')
      .find((line) => line.includes('UTC'))
  expect(LANGUAGES.map(until)).toEqual([
    'March 1, 2026 at 2:05 PM UTC',
    '1 марта 2026 г. в 14:05 UTC',
    '2026年3月1日 UTC 14:05',
    '١ مارس ٢٠٢٦ في ٢:٠٥ م UTC',
    '1 mars 2026 à 14:05 UTC',
    '1. März 2026 um 14:05 UTC',
    '1 במרץ 2026 בשעה 14:05 UTC',
  ])
})

test('every picture that a mail shows is a part of it, and every part is shown', () => {
  for (const [name, content] of MAILS) {
    const { html, images } = writeMail(content, 'en', SETTING)
    const shown = [...(html ?? '').matchAll(/src="cid:([^"]+)"/g)].map(([, cid]) => cid)
    expect([name, images.map(({ cid }) => cid)]).toEqual([name, shown])
  }
  const { markPng: _, pictureJpeg: __, ...unmarked } = SETTING
  expect(writeMail(SAMPLE_MAILS.keys, 'en', unmarked)).toMatchObject({ images: [] })
})

test('mails to buyers begin with the picture of the game, and those to staff have none', () => {
  const pictured = MAILS.filter(([, content]) =>
    writeMail(content, 'en', SETTING).images.some(({ cid }) => cid === 'picture@keyhold'),
  )
  const toBuyers = MAILS.filter(([, { template }]) => template !== 'alert' && template !== 'alert-over')
  expect(pictured).toEqual(toBuyers)
  expect(toBuyers.length).toBeGreaterThan(10)
  expect(toBuyers.length).toBeLessThan(MAILS.length)
})

test('how to pay has a QR code, the wallet link, and the address in groups with its check words', () => {
  const { html, text, images } = writeMail(SAMPLE_MAILS.received, 'en', SETTING)
  const link = 'bitcoin:bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu?amount=0.00399967'
  expect(images.map(({ cid }) => cid)).toEqual(['mark@keyhold', 'picture@keyhold', 'qr@keyhold'])
  expect(html).toContain(`href="${link}"`)
  expect(text).toContain(`Open in wallet:\n${link}\n`)
  expect(text).toContain('Wallet address:\nbc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu\n')
  expect(text).toContain(`Check words:\n${checkWords('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu')}\n`)
  expect(html).toMatch(/<span[^>]*>bc1q<\/span><span[^>]*>cr8t<\/span>/)
  // the missing amount
  expect(writeMail(SAMPLE_MAILS.short, 'en', SETTING).text).toContain('?amount=0.00099967\n')
  // no wallet may be opened for a simulated chain
  expect(writeMail(SAMPLE_MAILS['received in a demo'], 'en', SETTING).text).not.toContain('bitcoin:')
})

test("the mails have the colours of the game, in the light and in the dark, and none of the shop's", () => {
  const colors = colorsOf({ colors: { ...OWN_COLORS }, fonts: {} })
  const { html } = writeMail(SAMPLE_MAILS.keys, 'en', { ...SETTING, colors })
  for (const color of Object.values(OWN_COLORS)) expect(html).toContain(color)
  for (const name of Object.keys(OWN_COLORS) as (keyof typeof OWN_COLORS)[])
    expect(html).not.toContain(DEFAULT_COLORS[name])
})

const OWN_COLORS = {
  background: '#140506',
  surface: '#220a0c',
  raised: '#341115',
  accent: '#e0a08c',
  brightAccent: '#f4c9b8',
  text: '#f7eeea',
} as const
