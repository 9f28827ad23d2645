import type { PartnerFacts, SectionFacts } from '#shared/page-facts.ts'
import type { SiteTexts } from '#texts/en/site.ts'
import { ChapterHeading } from './chapter-heading.tsx'

interface PartnersProps {
  readonly partners: SectionFacts<PartnerFacts>
  readonly texts: SiteTexts['landing']
}

/** Lists the project's partners, with a disclaimer. */
export function PartnersSection({ partners, texts }: PartnersProps) {
  return (
    <section className="chapter partners" aria-labelledby="partners-title">
      <ChapterHeading id="partners-title" title={partners.title} lead={partners.lead} />
      <ul className="marks">
        {partners.items.map(({ id, name, role, mark }) => (
          <li key={id}>
            <img src={mark} alt={name} width={240} height={80} loading="lazy" decoding="async" />
            <p>{role}</p>
          </li>
        ))}
      </ul>
      <p className="disclaimer">{texts.partnersDisclaimer}</p>
    </section>
  )
}
