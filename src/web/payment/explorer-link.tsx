import { useOrderContext } from './order-context.ts'

/** Links to a public block explorer, without a referrer; nothing if no explorer shows the chain. */
export function ExplorerLink({ url }: { readonly url: string | null }) {
  const { words } = useOrderContext()
  if (url === null) return null
  return (
    <a className="order-explorer" href={url} target="_blank" rel="noreferrer noopener">
      {words.evidence.explorer}
      <span className="visually-hidden"> ({words.evidence.newTab})</span>
      <ExternalLinkIcon />
    </a>
  )
}

function ExternalLinkIcon() {
  return (
    <svg className="pay-sign" viewBox="0 0 20 20" width="16" height="16" aria-hidden="true">
      <path d="M8 4H4v12h12v-4M11 3h6v6M17 3l-8 8" />
    </svg>
  )
}
