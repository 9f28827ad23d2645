import type { CampaignFacts, PictureFacts, SectionFacts } from '#shared/page-facts.ts'
import type { SiteTexts } from '#texts/en/site.ts'
import { ChapterHeading } from './chapter-heading.tsx'

interface CampaignsProps {
  readonly campaigns: SectionFacts<CampaignFacts>
  readonly picture: PictureFacts | undefined
  readonly texts: SiteTexts['landing']
}

/** The story campaigns like the contents of a book, whose cover is the heading. Each opens to its text; one is open. */
export function CampaignsSection({ campaigns, picture, texts }: CampaignsProps) {
  return (
    <section className="chapter campaigns" aria-labelledby="campaigns-title">
      <ChapterHeading id="campaigns-title" title={campaigns.title} lead={campaigns.lead} picture={picture} />
      <ol className="contents">
        {campaigns.items.map(({ id, title, text, tags }, index) => (
          <li key={id}>
            <details name="campaign" open={index === 0}>
              <summary>
                <h3>{title}</h3>
                <span className="tags">
                  <span className="visually-hidden">{texts.campaignTags}</span>
                  {tags.map((tag) => (
                    <span className="tag" key={tag}>
                      {tag}
                    </span>
                  ))}
                </span>
              </summary>
              <p>{text}</p>
            </details>
          </li>
        ))}
      </ol>
    </section>
  )
}
