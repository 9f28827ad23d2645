import * as z from 'zod'
import type { Edition, EditionId } from './editions.ts'
import { LANGUAGES, type Language } from './languages.ts'
import type { StudioTexts } from './studio-texts.ts'

/** The legal documents, by the last part of their path, such as `/legal/terms`. */
export const LEGAL_DOCUMENTS = ['imprint', 'privacy', 'terms', 'accessibility'] as const
export type LegalDocumentName = (typeof LEGAL_DOCUMENTS)[number]

const Line = z.string().trim().min(1)

/**
 * One text for every language, or one per language. Only the shop's default language is required: legal texts need not
 * exist in every language either, and a fact without a text in the language of the document is shown in the default one.
 */
const LocalizedLine = z.union([Line, z.partialRecord(z.enum(LANGUAGES), Line)])

/** `legal` of `game/game.json`: the seller. Lines that name a missing fact are not shown. */
export const LegalFacts = z.strictObject({
  /** Whether the facts are invented; every document then says so, and `check` warns. */
  isSample: z.boolean().default(false),
  /** With its legal form. */
  company: LocalizedLine,
  /** Lines, without the country. */
  address: z.array(Line).min(1),
  country: LocalizedLine,
  responsible: LocalizedLine.optional(),
  phone: Line.optional(),
  register: LocalizedLine.optional(),
  vatId: Line.optional(),
  /** The contact for questions about personal data, if it is not the support e-mail. */
  dataProtectionContact: Line.optional(),
  supervisoryAuthority: LocalizedLine.optional(),
  /** The providers of the server and of mail, with their countries. */
  hosting: LocalizedLine.optional(),
  mailProvider: LocalizedLine.optional(),
})
/** The parsed `legal` of `game/game.json`; facts that it omits are undefined. */
export type LegalFacts = z.infer<typeof LegalFacts>

/** The facts that are written by language, and not in this one. */
export function linesWithout(facts: LegalFacts, language: Language): readonly string[] {
  return Object.entries(facts).flatMap(([name, value]) =>
    typeof value === 'object' && !Array.isArray(value) && value[language] === undefined ? [name] : [],
  )
}

/** A paragraph, a list, or terms with their descriptions. */
const Block = z.union([Line, z.array(Line).min(1), z.record(z.string(), Line)])
/** A block of a section: a paragraph (string), a list (array), or definitions by term (object). */
export type LegalBlock = z.infer<typeof Block>

const Section = z.strictObject({
  /** The anchor: `/legal/terms#refund`. */
  id: z.string().regex(/^[a-z][a-z0-9-]*$/),
  heading: Line,
  body: z.array(Block).min(1),
  /** The lines of a text to copy and fill in; shown last, in a frame. */
  form: z.array(Line).min(1).optional(),
})
/** A section of a legal document; its `id` is its anchor, unique within the document. */
export type LegalSection = z.infer<typeof Section>

const Document = z.strictObject({
  title: Line,
  /** For search engines. */
  description: Line,
  intro: z.array(Line).default([]),
  sections: z.array(Section).min(1),
})

/** `game/legal/<language>.json`: imprint, privacy policy, terms of pre-order and accessibility statement. Every game must have its default language. */
export const LegalTexts = z.strictObject({
  /** Whether the texts are a sample; every document then says so, and `check` warns. */
  isSample: z.boolean().default(false),
  /** The date of the last change, such as `2026-11-21`. */
  updatedAt: z.iso.date(),
  imprint: Document,
  privacy: Document,
  terms: Document,
  /** Of the shop, not of the game; not shown if it is missing. */
  accessibility: Document.nullable().default(null),
} satisfies Record<LegalDocumentName, z.ZodType> & Record<string, z.ZodType>)
export type LegalTexts = z.infer<typeof LegalTexts>

/** A document of one language; throws if it is not written. */
export function legalDocument(texts: LegalTexts, name: LegalDocumentName): z.infer<typeof Document> {
  const document = texts[name]
  if (document === null) throw new Error(`there is no text of the legal document ${name}`)
  return document
}

/** The documents that exist, in the order of their links: those that are written in the default language. */
export function legalDocumentsOf({ standIn }: StudioTexts<LegalTexts>): readonly LegalDocumentName[] {
  return LEGAL_DOCUMENTS.filter((name) => standIn.texts[name] !== null)
}

/** The languages that a document is written in. */
export function languagesOfDocument(
  { written }: StudioTexts<LegalTexts>,
  document: LegalDocumentName,
): readonly Language[] {
  return [...written].flatMap(([language, texts]) => (texts[document] === null ? [] : [language]))
}

/**
 * The names that the shop replaces in the texts, written `{name}`. A line with a name that has no value, such as a VAT
 * number that `game.json` omits, is not shown.
 */
const LEGAL_PLACEHOLDERS = [
  'title',
  'site',
  'supportEmail',
  'quantityMax',
  'releaseAt',
  'paymentMinutes',
  'topUpHours',
  'tolerance',
  'dustPrice',
  'dustShare',
  'refundDays',
  'unpaidDays',
  'supportMailDays',
  'mailDays',
  'waitingHours',
  'waitingDays',
  'waitingMailDays',
  'orderCookieDays',
  'captchaPassMinutes',
  'company',
  'address',
  'country',
  'responsible',
  'phone',
  'register',
  'vatId',
  'dataProtectionContact',
  'supervisoryAuthority',
  'hosting',
  'mailProvider',
  'imprintPage',
  'privacyPage',
  'termsPage',
  'recoverPage',
] as const
/** One of {@link LEGAL_PLACEHOLDERS}, without braces. */
export type LegalPlaceholder = (typeof LEGAL_PLACEHOLDERS)[number]

/** The placeholders of an edition: `{standardEdition}` is its name, `{standardPrice}` its price. */
export function editionPlaceholders(id: EditionId) {
  return { name: `${id}Edition`, price: `${id}Price` } as const
}

/**
 * Unknown placeholders and repeated section ids of legal texts, one message each, such as
 * `terms.refund: no placeholder {days}`; empty if the texts are correct.
 */
export function legalFaults(texts: LegalTexts, editions: readonly Pick<Edition, 'id'>[]): string[] {
  const known = new Set<string>([
    ...LEGAL_PLACEHOLDERS,
    ...editions.flatMap(({ id }) => Object.values(editionPlaceholders(id))),
  ])
  return LEGAL_DOCUMENTS.flatMap((name) => {
    const document = texts[name]
    if (document === null) return []
    const { title, description, intro, sections } = document
    const ids = sections.map(({ id }) => id)
    const twice = ids.filter((id, index) => ids.indexOf(id) !== index)
    return [
      ...unknownIn(known, name, [title, description, ...intro]),
      ...sections.flatMap((section) => unknownIn(known, `${name}.${section.id}`, linesOf(section))),
      ...twice.map((id) => `${name}.${id}: this id is there twice`),
    ]
  })
}

function linesOf({ heading, body, form = [] }: LegalSection): readonly string[] {
  const lines = body.flatMap((block) =>
    typeof block === 'string' || Array.isArray(block) ? block : Object.entries(block).flat(),
  )
  return [heading, ...lines, ...form]
}

function unknownIn(known: ReadonlySet<string>, path: string, lines: readonly string[]): string[] {
  const named = lines.flatMap((line) => [...line.matchAll(/\{([^}]*)\}?/g)].map(([, name = '']) => name))
  return [...new Set(named)]
    .filter((name) => !known.has(name))
    .map((name) => `${path}: no placeholder {${name}}`)
}
