import type { ReactNode } from 'react'
import type { BuyerTransfer } from '#shared/buyer-api.ts'
import { TRANSACTION_HASH_SHOWN_CHARS } from '#shared/constants.ts'
import { usePaymentContext } from '#web/payment/payment-context.ts'
import { CopyButton } from '#web/payment/copy-button.tsx'
import { Code, FillText, Latin } from '#web/ui/fill-text.tsx'
import { fill, formatCount } from '#texts/format.ts'
import { useOrderContext } from '#web/payment/order-context.ts'
import { ExplorerLink } from '#web/payment/explorer-link.tsx'
import { Moment } from './moment.tsx'

interface TransferEvidenceProps {
  readonly transfer: BuyerTransfer
  /** The confirmations required for the order's value. */
  readonly required: number
}

/** The on-chain evidence of one transfer. */
export function TransferEvidence({ transfer, required }: TransferEvidenceProps) {
  const { language } = usePaymentContext()
  const { words } = useOrderContext()
  const { evidence } = words
  const { block, lost, nodesAgreed } = transfer
  return (
    <div className="order-evidence">
      <dl>
        <Fact label={evidence.amount}>
          <Latin>{`${transfer.amount} ${transfer.asset}`}</Latin>
        </Fact>
        <Fact label={evidence.hash}>
          <Hash transfer={transfer} />
        </Fact>
        <Fact label={evidence.block}>
          {block === null ? (
            evidence.inMempool
          ) : (
            <FillText
              text={evidence.blockAt}
              values={{ height: <Latin>{block.height}</Latin>, time: <Moment at={block.at} /> }}
            />
          )}
        </Fact>
        {lost === null ? (
          <Fact label={evidence.confirmations}>
            <Confirmations transfer={transfer} required={required} />
          </Fact>
        ) : null}
        {nodesAgreed > 0 ? <Fact label={evidence.nodes}>{formatCount(language, nodesAgreed)}</Fact> : null}
      </dl>
      {lost === null ? null : <p className="order-warning">{evidence.lost}</p>}
      {transfer.isOfRail ? null : <p className="order-warning">{evidence.otherRail}</p>}
      <ExplorerLink url={transfer.url} />
    </div>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Hash({ transfer: { evidence, txHash } }: { readonly transfer: BuyerTransfer }) {
  const { texts } = usePaymentContext()
  const { words } = useOrderContext()
  if (evidence === 'balance') return words.evidence.byBalance
  return (
    <span className="pay-fact-copy">
      <Code title={txHash}>{`${txHash.slice(0, TRANSACTION_HASH_SHOWN_CHARS)}…`}</Code>
      <CopyButton text={txHash} label={texts.invoice.copyHash} done={texts.invoice.hashCopied} isCompact />
    </span>
  )
}

/** Counts up to the required number; more carry no information. For a transfer on another rail nothing is required. */
function Confirmations({ transfer, required }: TransferEvidenceProps) {
  const { language, texts } = usePaymentContext()
  const { confirmations, isOfRail } = transfer
  if (!isOfRail || required === 0) return formatCount(language, confirmations)
  const shown = Math.min(confirmations, required)
  return (
    <span className="order-confirmations">
      {fill(texts.verification.confirmationsOf, {
        count: formatCount(language, shown),
        required: formatCount(language, required),
      })}
      <progress max={required} value={shown} aria-label={texts.verification.confirmations} />
    </span>
  )
}
