import { legalDocument, type LegalSection } from '#shared/game-legal.ts'
import { isRightToLeft } from '#shared/languages.ts'
import { localeOf } from '#shared/locale-of.ts'
import type { LegalPageFacts } from '#shared/render-bundle.ts'
import type { LegalPageTexts } from '#texts/en/legal.ts'
import { legalPageTextsOf } from '#texts/rendered-texts.ts'
import { FillText } from '#web/ui/fill-text.tsx'
import { fill, formatCount } from '#texts/format.ts'
import { AlternateLinks } from '#web/layout/alternate-links.tsx'
import { Page } from '#web/layout/page.tsx'
import { hasAllValues, LegalBlockView, LegalForm, withoutUnknownLines } from './legal-body.tsx'
import { legalValues, type LegalValues } from './legal-values.tsx'

/** `/legal/imprint`, `/legal/privacy`, `/legal/terms`: a document of the game folder with its values filled in. */
export function LegalPage({ facts }: { readonly facts: LegalPageFacts }) {
  const { language, textsLanguage, document, texts, seller } = facts
  const frame = legalPageTextsOf(language)
  const { title, description, intro, sections } = legalDocument(texts, document)
  const values = legalValues(facts)
  const shownSections = sections.flatMap((section) => withoutUnknownLines(section, values) ?? [])
  const isStandIn = textsLanguage !== language
  const own = isStandIn ? { lang: textsLanguage, dir: isRightToLeft(textsLanguage) ? 'rtl' : 'ltr' } : {}
  return (
    <Page
      facts={facts}
      title={`${title} · ${facts.title}`}
      // texts shown on another language's page are indexed at their own URL
      {...(isStandIn ? {} : { description: fill(description, { title: facts.title }) })}
      search={<Search facts={facts} />}
    >
      <article className="legal">
        <Documents facts={facts} frame={frame} />
        <header className="legal-head">
          <h1 {...own}>{title}</h1>
          <p className="legal-date">
            {fill(frame.updated, {
              date: new Intl.DateTimeFormat(localeOf(language), {
                dateStyle: 'long',
                timeZone: 'UTC',
              }).format(new Date(`${texts.updatedAt}T00:00:00Z`)),
            })}
          </p>
          {isStandIn && <p className="legal-note">{frame.notTranslated}</p>}
          {(texts.isSample || seller?.isSample === true) && (
            <p className="legal-note legal-sample">
              <strong>{frame.sampleTitle}.</strong> {frame.sampleText}
            </p>
          )}
        </header>
        <Contents frame={frame} sections={shownSections} facts={facts} values={values} own={own} />
        <div className="legal-text" {...own}>
          {intro
            .filter((line) => hasAllValues(line, values))
            .map((line) => (
              <LegalBlockView key={line} block={line} values={values} />
            ))}
          {shownSections.map((section, index) => (
            <Section key={section.id} section={section} number={numbered(facts, index)} values={values} />
          ))}
        </div>
      </article>
    </Page>
  )
}

function Search({ facts }: { readonly facts: LegalPageFacts }) {
  if (facts.publicUrl === null || facts.textsLanguage !== facts.language) return null
  return (
    <AlternateLinks
      origin={facts.publicUrl}
      path={`/legal/${facts.document}`}
      language={facts.language}
      languages={facts.writtenIn}
    />
  )
}

/** Links between the documents. */
function Documents({ facts, frame }: { readonly facts: LegalPageFacts; readonly frame: LegalPageTexts }) {
  return (
    <ul className="legal-documents" aria-label={frame.navigation}>
      {facts.legalDocuments.map((name) => (
        <li key={name}>
          <a
            href={`/legal/${name}?lang=${facts.language}`}
            aria-current={name === facts.document ? 'page' : undefined}
          >
            {frame[name]}
          </a>
        </li>
      ))}
    </ul>
  )
}

interface ContentsProps {
  readonly frame: LegalPageTexts
  readonly sections: readonly LegalSection[]
  readonly facts: LegalPageFacts
  readonly values: LegalValues
  readonly own: object
}

function Contents({ frame, sections, facts, values, own }: ContentsProps) {
  return (
    <nav className="legal-contents" aria-labelledby="legal-contents">
      <h2 id="legal-contents">{frame.contents}</h2>
      <ol {...own}>
        {sections.map(({ id, heading }, index) => (
          <li key={id}>
            <a href={`#${id}`}>
              {numbered(facts, index)} <FillText text={heading} values={values} />
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function numbered({ textsLanguage }: LegalPageFacts, index: number): string {
  return `${formatCount(textsLanguage, index + 1)}.`
}

interface SectionProps {
  readonly section: LegalSection
  readonly number: string
  readonly values: LegalValues
}

function Section({ section: { id, heading, body, form }, number, values }: SectionProps) {
  return (
    <section id={id}>
      <h2>
        {number} <FillText text={heading} values={values} />
      </h2>
      {body.map((block, index) => (
        <LegalBlockView key={index} block={block} values={values} />
      ))}
      {form !== undefined && <LegalForm lines={form} values={values} />}
    </section>
  )
}
