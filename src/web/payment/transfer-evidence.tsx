import type { ReactNode } from 'react'
import type { BuyerTransfer } from '#shared/buyer-api.ts'
import { fill, formatCount } from '#texts/format.ts'
import { FillText, Latin } from '#web/ui/fill-text.tsx'
import { ExplorerLink } from './explorer-link.tsx'
import { Fact } from './fact.tsx'
import { useOrderContext } from './order-context.ts'
import { usePaymentContext } from './payment-context.ts'

interface TransferEvidenceProps {
  readonly transfer: BuyerTransfer
  /** The confirmations required for the order's value. */
  readonly required: number
  /** Its transaction, for a transfer that has one. */
  readonly hash: ReactNode
  readonly momentOf: (at: string) => ReactNode
  /** What stands behind the count of confirmations, as far as they matter. */
  readonly progressOf?: (shown: number, label: string) => ReactNode
}

/** The on-chain evidence of one transfer. */
export function TransferEvidence(props: TransferEvidenceProps) {
  const { transfer, hash, momentOf } = props
  const { language } = usePaymentContext()
  const { evidence: words } = useOrderContext().words
  const { block, lost, nodesAgreed } = transfer
  return (
    <div className="order-evidence">
      <dl>
        <Fact label={words.amount}>
          <Latin>{`${transfer.amount} ${transfer.asset}`}</Latin>
        </Fact>
        <Fact label={words.hash}>{transfer.evidence === 'balance' ? words.byBalance : hash}</Fact>
        <Fact label={words.block}>
          {block === null ? (
            words.inMempool
          ) : (
            <FillText
              text={words.blockAt}
              values={{ height: <Latin>{block.height}</Latin>, time: momentOf(block.at) }}
            />
          )}
        </Fact>
        {lost === null ? (
          <Fact label={words.confirmations}>
            <Confirmations {...props} />
          </Fact>
        ) : null}
        {nodesAgreed > 0 ? <Fact label={words.nodes}>{formatCount(language, nodesAgreed)}</Fact> : null}
      </dl>
      {lost === null ? null : <p className="order-warning">{words.lost}</p>}
      {transfer.isOfRail ? null : <p className="order-warning">{words.otherRail}</p>}
      <ExplorerLink url={transfer.url} />
    </div>
  )
}

/** Counts up to the required number; more carry no information. For a transfer on another rail nothing is required. */
function Confirmations({ transfer, required, progressOf }: TransferEvidenceProps) {
  const { language, texts } = usePaymentContext()
  const { confirmations, isOfRail } = transfer
  if (!isOfRail || required === 0) return formatCount(language, confirmations)
  const shown = Math.min(confirmations, required)
  const counted = fill(texts.verification.confirmationsOf, {
    count: formatCount(language, shown),
    required: formatCount(language, required),
  })
  if (progressOf === undefined) return counted
  return (
    <span className="order-confirmations">
      {counted}
      {progressOf(shown, texts.verification.confirmations)}
    </span>
  )
}
