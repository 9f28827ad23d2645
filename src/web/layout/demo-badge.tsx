import type { Dictionary } from '#web/i18n/dictionary.ts'

/** Says on every page of a demo shop that it is one, and leads to its wallet and mailbox. */
export function DemoBadge({ texts }: { readonly texts: Dictionary }) {
  return (
    <aside className="demo-badge" aria-label={texts.site.demoBadge}>
      <strong>{texts.site.demoBadge}</strong>
      <a href="/demo/wallet">{texts.demo.toWallet}</a>
      <a href="/demo/mail">{texts.demo.toMail}</a>
    </aside>
  )
}
