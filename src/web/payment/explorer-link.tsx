import { ExternalLink } from '#web/ui/external-link.tsx'
import { useOrderContext } from './order-context.ts'

/** Links to a public block explorer; nothing if no explorer shows the chain. */
export function ExplorerLink({ url }: { readonly url: string | null }) {
  const { words } = useOrderContext()
  if (url === null) return null
  const { explorer, newTab } = words.evidence
  return <ExternalLink className="order-explorer" href={url} label={explorer} newTab={newTab} />
}
