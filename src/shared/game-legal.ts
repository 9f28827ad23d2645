import * as z from 'zod'
import type { Edition, EditionId } from './editions.ts'
import { LANGUAGES } from './languages.ts'

/** The documents of law, by the last part of their address: `/legal/terms`. */
export const LEGAL_DOCUMENTS = ['imprint', 'privacy', 'terms'] as const
/** One of {@link LEGAL_DOCUMENTS}. */
export type LegalDocumentName = (typeof LEGAL_DOCUMENTS)[number]

const Line = z.string().trim().min(1)

/** One wording for all languages, or one a language; English is the one that must be there. */
const Said = z.union([Line, z.partialRecord(z.enum(LANGUAGES), Line).refine((said) => said.en !== undefined)])

/** `legal` of `game/game.json`: who sells. What is left out is not told: the lines that name it are not shown. */
export const LegalFacts = z.strictObject({
  /** Whether these are invented; every document then says so, and `check` warns. */
  isSample: z.boolean().default(false),
  /** With its legal form. */
  company: Said,
  /** Line by line, without the country. */
  address: z.array(Line).min(1),
  country: Said,
  responsible: Said.optional(),
  phone: Line.optional(),
  register: Said.optional(),
  vatId: Line.optional(),
  /** Whom to ask about personal data, where that is not the support e-mail. */
  dataProtectionContact: Line.optional(),
  supervisoryAuthority: Said.optional(),
  /** Who runs the machine and who carries the mail, with their countries. */
  hosting: Said.optional(),
  mailProvider: Said.optional(),
})
/** The parsed `legal` of `game/game.json`; facts that it omits are undefined. */
export type LegalFacts = z.infer<typeof LegalFacts>

/** A paragraph, a list, or names with what is told of each. */
const Block = z.union([Line, z.array(Line).min(1), z.record(z.string(), Line)])
/** A block of a section: a paragraph (string), a list (array), or definitions by term (object). */
export type LegalBlock = z.infer<typeof Block>

const Section = z.strictObject({
  /** Leads there: `/legal/terms#refund`. */
  id: z.string().regex(/^[a-z][a-z0-9-]*$/),
  heading: Line,
  body: z.array(Block).min(1),
  /** A text to be copied and filled in, line by line; it stands last and in a frame. */
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

/** `game/legal/<language>.json`: imprint, privacy and terms of pre-order. English is the one every game must have. */
export const LegalTexts = z.strictObject({
  /** Whether nobody sells by these texts yet; every document then says so, and `check` warns. */
  isSample: z.boolean().default(false),
  /** The day they were last changed, such as `2026-11-21`. */
  updatedAt: z.iso.date(),
  imprint: Document,
  privacy: Document,
  terms: Document,
} satisfies Record<LegalDocumentName, typeof Document> & Record<string, z.ZodType>)
/** The parsed legal documents of one language. */
export type LegalTexts = z.infer<typeof LegalTexts>

/**
 * What the shop puts into the texts where they say `{name}`. A line that names something the shop does not know, such as
 * a VAT number that `game.json` leaves out, is not shown.
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

/** What texts of law may say of an edition: `{standardEdition}` is its name, `{standardPrice}` its price. */
export function editionPlaceholders(id: EditionId) {
  return { name: `${id}Edition`, price: `${id}Price` } as const
}

/**
 * What texts of law say in braces that the shop cannot put in, and sections that share an id, one line each:
 * `terms.refund: no placeholder {days}`. Empty where there is nothing to put right.
 */
export function legalFaults(texts: LegalTexts, editions: readonly Pick<Edition, 'id'>[]): string[] {
  const known = new Set<string>([
    ...LEGAL_PLACEHOLDERS,
    ...editions.flatMap(({ id }) => Object.values(editionPlaceholders(id))),
  ])
  return LEGAL_DOCUMENTS.flatMap((name) => {
    const { title, description, intro, sections } = texts[name]
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
