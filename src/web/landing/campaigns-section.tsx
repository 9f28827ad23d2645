import type { CampaignFacts, PictureFacts, SectionFacts } from '#shared/page-facts.ts'
import type { SiteTexts } from '#texts/en/site.ts'
import { ChapterHeading } from './chapter-heading.tsx'

interface CampaignsProps {
  readonly campaigns: SectionFacts<CampaignFacts>
  readonly picture: PictureFacts | undefined
  readonly texts: SiteTexts['landing']
}

/** Lists the story campaigns like chapters in a book. */
export function CampaignsSection({ campaigns, picture, texts }: CampaignsProps) {
  return (
    <section className="chapter campaigns" aria-labelledby="campaigns-title">
      <ChapterHeading id="campaigns-title" title={campaigns.title} lead={campaigns.lead} picture={picture} />
      <ol className="contents">
        {campaigns.items.map(({ id, title, text, tags }) => (
          <li key={id}>
            <h3>{title}</h3>
            <ul className="tags" aria-label={texts.campaignTags}>
              {tags.map((tag) => (
                <li key={tag}>{tag}</li>
              ))}
            </ul>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
