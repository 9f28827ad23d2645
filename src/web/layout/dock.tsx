import type { PageFacts } from '#shared/page-facts.ts'
import type { SiteTexts } from '#texts/en/site.ts'
import { AnnouncementBar } from './announcement-bar.tsx'
import { SupportButtons } from './support-buttons.tsx'

/**
 * The elements fixed at the bottom of the page: the announcement, the demo's badge above it, and the support buttons,
 * above it or, on phones, in its row.
 */
export function Dock({ facts, texts }: { readonly facts: PageFacts; readonly texts: SiteTexts }) {
  return (
    <div className="dock">
      <AnnouncementBar facts={facts} />
      <div className="dock-tools">
        {facts.profile === 'demo' ? <DemoBadge texts={texts} /> : null}
        <SupportButtons facts={facts} />
      </div>
    </div>
  )
}

/** Marks every page of a demo shop as such, and links to its wallet and mailbox. */
function DemoBadge({ texts }: { readonly texts: SiteTexts }) {
  return (
    <aside className="demo-badge" aria-label={texts.site.demoBadge}>
      <strong>{texts.site.demoBadge}</strong>
      <a href="/demo/wallet">{texts.demo.toWallet}</a>
      <a href="/demo/mail">{texts.demo.toMail}</a>
    </aside>
  )
}
