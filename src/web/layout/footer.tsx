import type { PageFacts } from '#shared/page-facts.ts'
import type { SiteTexts } from '#texts/en/site.ts'
import { fill, oncePerLanguage } from '#texts/format.ts'
import { legalPageTextsOf, plainTextsOf, signInTextsOf } from '#texts/rendered-texts.ts'
import { FooterLanguages } from './footer-languages.tsx'
import { PageAnchors } from './page-anchors.tsx'

interface FooterProps {
  readonly facts: PageFacts
  readonly texts: SiteTexts
  readonly isLanding: boolean
}

/** Without the separator that a count of thousands has. */
const yearFormat = oncePerLanguage((locale) => new Intl.NumberFormat(locale, { useGrouping: false }))

const SOCIALS = [
  { id: 'twitter', name: 'Twitter' },
  { id: 'discord', name: 'Discord' },
  { id: 'steam', name: 'Steam' },
] as const

/** On the landing page the languages; anchors, order recovery, the game's other sites, legal pages, credits, copyright. */
export function Footer({ facts, texts, isLanding }: FooterProps) {
  const { copyright, fictional, credits, footerNavigation } = texts.site
  const { title } = facts
  const legal = legalPageTextsOf(facts.language)
  return (
    <footer className="footer">
      {isLanding && facts.languages.length > 1 && <FooterLanguages facts={facts} texts={texts} />}
      <nav className="footer-links" aria-label={footerNavigation}>
        <PageAnchors facts={facts} texts={texts} isLanding={isLanding} />
        <a href="/recover">{legal.findOrder}</a>
        <a href={`/withdraw?lang=${facts.language}`}>{legal.withdraw}</a>
        <a href="/status">{plainTextsOf(facts.language).status.title}</a>
      </nav>
      <Socials facts={facts} label={texts.site.socials} />
      <nav className="footer-links" aria-label={legal.navigation}>
        {facts.legalDocuments.map((name) => (
          <a key={name} href={`/legal/${name}?lang=${facts.language}`}>
            {legal[name]}
          </a>
        ))}
        <a href="/credits">{credits}</a>
        <a href="/sign-in">{signInTextsOf(facts.language).title}</a>
      </nav>
      <p>
        <span>{fill(copyright, { year: yearFormat(facts.language).format(facts.year), title })}</span>
        {facts.isFictional && <span> {fill(fictional, { title })}</span>}
      </p>
    </footer>
  )
}

function Socials({ facts, label }: { readonly facts: PageFacts; readonly label: string }) {
  return (
    <ul className="socials" aria-label={label}>
      {SOCIALS.map(({ id, name }) => (
        <li key={id}>
          <a href={facts.socials[id]} rel="noreferrer">
            {facts.socialIcons === null ? (
              name
            ) : (
              <svg width="20" height="20" role="img" aria-label={name}>
                <use href={`${facts.socialIcons}#social-${id}`} />
              </svg>
            )}
          </a>
        </li>
      ))}
    </ul>
  )
}
