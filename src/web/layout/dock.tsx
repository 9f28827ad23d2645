import type { PageFacts } from '#shared/page-facts.ts'
import type { SiteTexts } from '#texts/en/site.ts'
import { AnnouncementBar } from './announcement-bar.tsx'
import { SupportButtons } from './support-buttons.tsx'

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

/** Says on every page of a demo shop that it is one, and leads to its wallet and mailbox. */
function DemoBadge({ texts }: { readonly texts: SiteTexts }) {
  return (
    <aside className="demo-badge" aria-label={texts.site.demoBadge}>
      <strong>{texts.site.demoBadge}</strong>
      <a href="/demo/wallet">{texts.demo.toWallet}</a>
      <a href="/demo/mail">{texts.demo.toMail}</a>
    </aside>
  )
}
