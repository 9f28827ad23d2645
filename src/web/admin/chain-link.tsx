import type { ChainId } from '#shared/chains.ts'
import { explorerUrl } from '#shared/explorers.ts'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { useAdmin } from './admin-context.ts'

interface ChainLinkProps {
  readonly chain: ChainId
  readonly kind: 'transaction' | 'address'
  readonly subject: string
  /** Whether the order was made on a simulated chain: it has no link, also if a real node is configured later. */
  readonly isSimulated?: boolean
}

/** Links a transaction or an address to a public block explorer; nothing if no explorer shows the chain. */
export function ChainLink({ chain, kind, subject, isSimulated = false }: ChainLinkProps) {
  const { networks, texts } = useAdmin()
  const network = networks[chain]
  const url = explorerUrl({ ...network, isSimulated: isSimulated || network.isSimulated }, kind, subject)
  if (url === null) return null
  const { explorer, newTab } = texts.tables
  return <ExternalLink className="act act-sign" href={url} label={explorer} newTab={newTab} isIcon />
}
