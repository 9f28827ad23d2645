import { USD } from '#shared/currency.ts'
import { expect, test } from 'vitest'
import { LEGAL_DOCUMENTS, LegalTexts, type LegalFacts } from '#shared/game-legal.ts'
import { LANGUAGES, type Language } from '#shared/languages.ts'
import { cents } from '#shared/money.ts'
import type { LegalPageFacts } from '#shared/render-bundle.ts'
import { renderLegal } from '#web/render.tsx'
import { networksAll } from '#shared/address-form.ts'

const files = import.meta.glob<unknown>('/game/legal/*.json', { import: 'default', eager: true })
const texts = (language: Language) => LegalTexts.parse(files[`/game/legal/${language}.json`])

const SELLER: LegalFacts = {
  isSample: false,
  company: { en: 'Harbour Light Games', de: 'Hafenlicht-Spiele' },
  address: ['3 Pier Road', 'Port Example'],
  country: 'Iceland',
}

function facts(language: Language, changes: Partial<LegalPageFacts> = {}): LegalPageFacts {
  return {
    language,
    currency: USD,
    currencies: [USD],
    languages: LANGUAGES,
    themeColor: '#070a16',
    document: 'terms',
    texts: texts(language),
    textsLanguage: language,
    writtenIn: LANGUAGES,
    seller: SELLER,
    editions: [
      { id: 'standard', name: 'Deckhand', offers: [{ currency: USD, priceCents: cents(1999) }] },
      { id: 'supporter', name: 'Captain', offers: [{ currency: USD, priceCents: cents(3450) }] },
    ],
    releaseAt: new Date('2031-05-02T14:00:00Z'),
    windowS: 600,
    profile: 'production',
    title: 'Lantern Drift',
    isFictional: false,
    socials: { twitter: '#', discord: '#', steam: '#' },
    socialIcons: null,
    flags: null,
    hasFeatures: true,
    hasGallery: true,
    legalDocuments: LEGAL_DOCUMENTS,
    isOut: false,
    supportEmail: 'help@shop.example',
    publicUrl: 'https://shop.example',
    outputNetworks: networksAll('mainnet'),

    coins: null,
    chatSrc: null,
    year: 2031,
    sheets: ['/game/common.abcde.css'],
    css: '',
    loader: { inside: 'void 0' },
    scripts: {},
    styles: {},
    orderForm: [],
    lateStyles: [],
    redeem: null,
    icon: '/game/icon.svg',
    icons: { small: null, touch: null },
    fonts: [],
    ...changes,
  }
}

const visibleText = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

test("prices, times and limits are the shop's actual settings", () => {
  const words = visibleText(renderLegal(facts('en')))
  expect(words).toContain('Deckhand $19.99 a copy')
  expect(words).toContain('For 10 minutes both are locked')
  expect(words).toContain('Up to 0.5% less')
  expect(words).toContain('less than $0.10, or less than 0.5% of the amount')
  expect(words).toContain('Until 14 days after your payment')
  expect(words).toContain('May 2, 2031 at 2:00 PM UTC')
})

test.each(LANGUAGES)('no placeholder is left in %s', (language) => {
  for (const document of LEGAL_DOCUMENTS) {
    const html = renderLegal(facts(language, { document }))
    expect(html.replace(/<(script|style)[\s\S]*?<\/\1>/g, '')).not.toMatch(/[{}`]|undefined|null/)
  }
})

test('a line with an unknown value is omitted, and the rest has no gaps', () => {
  const all = { ...SELLER, vatId: 'IS 12345', phone: '+354 555 0100', hosting: 'Glacier Hosting' }
  const complete = visibleText(renderLegal(facts('en', { document: 'imprint', seller: all })))
  expect(complete).toContain('VAT number IS 12345')
  const partial = visibleText(renderLegal(facts('en', { document: 'imprint' })))
  expect(partial).toContain('Harbour Light Games')
  for (const line of ['VAT number', 'Telephone', 'Register']) expect(partial).not.toContain(line)
  const nobody = renderLegal(facts('en', { document: 'imprint', seller: null }))
  expect(nobody).not.toContain('id="seller"')
  expect(nobody).not.toContain('href="#seller"')
  expect(nobody).not.toMatch(/<(ul|ol|dl|section)[^>]*><\/\1>/)
})

test('seller data per language is shown in the reader’s language, otherwise in English', () => {
  expect(renderLegal(facts('de'))).toContain('Hafenlicht-Spiele')
  expect(renderLegal(facts('fr'))).toContain('Harbour Light Games')
})

test('without texts in a language the English ones are shown: with a notice, marked as English, not indexed', () => {
  const html = renderLegal(facts('ar', { texts: texts('en'), textsLanguage: 'en', writtenIn: ['en'] }))
  expect(html).toContain('<html lang="ar" dir="rtl"')
  expect(html).toContain('هذه الوثيقة غير مترجمة إلى لغتك')
  expect(html).toContain('<div class="legal-text" lang="en" dir="ltr">')
  expect(html).toContain('content="noindex"')
  expect(html).not.toContain('rel="canonical"')
})

test('a page is announced to search engines in each language it is written in', () => {
  const html = renderLegal(facts('de', { document: 'privacy', writtenIn: ['en', 'de'] }))
  expect(html).toContain('<link rel="canonical" href="https://shop.example/legal/privacy?lang=de"/>')
  expect(html.match(/rel="alternate" hrefLang="(en|de|x-default)"/g)).toHaveLength(3)
  expect(html).toContain('<meta name="description" content="Was der Shop von Lantern Drift')
  expect(html).not.toContain('noindex')
})

test('sample texts are labelled on every page', () => {
  const own = { ...texts('en'), isSample: false }
  const marked = (changes: Partial<LegalPageFacts>) =>
    LEGAL_DOCUMENTS.every((document) =>
      renderLegal(facts('en', { document, ...changes })).includes('Sample texts'),
    )
  expect(marked({})).toBe(true)
  expect(marked({ texts: own, seller: { ...SELLER, isSample: true } })).toBe(true)
  expect(renderLegal(facts('en', { texts: own }))).not.toContain('Sample texts')
})
