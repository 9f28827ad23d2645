import type { PageFacts } from '#shared/page-facts.ts'
import type { SiteTexts } from '#texts/en/site.ts'
import { AnnouncementBar } from './announcement-bar.tsx'
import { SupportButtons } from './support-buttons.tsx'
import { DemoBadge } from './demo-badge.tsx'

/** What stands fixed at the page's foot: the announcement, and above it the demo's badge and the ways to a person. */
export function Dock({ facts, texts }: { readonly facts: PageFacts; readonly texts: SiteTexts }) {
  return (
    <div className="dock">
      <div className="dock-tools">
        {facts.profile === 'demo' ? <DemoBadge texts={texts} /> : null}
        <SupportButtons facts={facts} />
      </div>
      <AnnouncementBar facts={facts} />
    </div>
  )
}
