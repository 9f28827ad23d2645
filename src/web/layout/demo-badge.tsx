import type { SiteTexts } from '#texts/en/site.ts'

/** Says on every page of a demo shop that it is one, and leads to its wallet and mailbox. */
export function DemoBadge({ texts }: { readonly texts: SiteTexts }) {
  return (
    <aside className="demo-badge" aria-label={texts.site.demoBadge}>
      <strong>{texts.site.demoBadge}</strong>
      <a href="/demo/wallet">{texts.demo.toWallet}</a>
      <a href="/demo/mail">{texts.demo.toMail}</a>
    </aside>
  )
}
