import { TRANSACTION_HASH_SHOWN_CHARS } from '#shared/constants.ts'
import type { OrderDetail, OrderTransfer } from '#shared/orders-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { ChainLink } from '#web/admin/chain-link.tsx'
import { chainName } from '#shared/chain-name.ts'
import { InlineCode } from '#web/admin/inline-code.tsx'
import { CopyIconButton } from '#web/admin/copy-icon-button.tsx'
import { DataTable, type Column } from '#web/admin/data-table.tsx'
import { DateTime } from '#web/admin/date-time.tsx'
import { formatCount } from '#texts/format.ts'

/** Lists every transfer to the order's address, and what each node reported about it. */
export function OrderEvidence({ order }: { readonly order: OrderDetail }) {
  const { texts, language } = useAdmin()
  const words = texts.orders
  const columns: readonly Column<OrderTransfer>[] = [
    {
      id: 'hash',
      label: words.transaction,
      isHeader: true,
      isBare: true,
      cell: ({ txHash, chain }) => (
        <span className="seen-key">
          <span title={txHash}>
            <InlineCode>{`${txHash.slice(0, TRANSACTION_HASH_SHOWN_CHARS)}…`}</InlineCode>
          </span>
          <CopyIconButton text={txHash} label={texts.shell.copy} />
          <ChainLink chain={chain} kind="transaction" subject={txHash} isSimulated={order.simulated} />
        </span>
      ),
    },
    {
      id: 'amount',
      label: words.received,
      cell: ({ amount, asset, chain }) => (
        <InlineCode>{`${amount} ${asset} (${chainName(chain)})`}</InlineCode>
      ),
    },
    {
      id: 'state',
      label: words.state,
      cell: (transfer) => <TransferBadges transfer={transfer} order={order} />,
    },
    {
      id: 'block',
      label: words.block,
      cell: ({ block }) =>
        block === null ? words.unconfirmed : <InlineCode>{String(block.height)}</InlineCode>,
    },
    {
      id: 'confirmations',
      label: words.confirmations,
      isNumber: true,
      cell: ({ confirmations }) => formatCount(language, confirmations),
    },
    { id: 'seen', label: words.seen, cell: ({ seenAt }) => <DateTime at={seenAt} /> },
    {
      id: 'nodes',
      label: words.nodes,
      cell: ({ nodes }) =>
        nodes.length === 0 ? (
          texts.shell.none
        ) : (
          <ul>
            {nodes.map(({ node, says }) => (
              <li key={node}>
                <InlineCode>{`${node}: ${says}`}</InlineCode>
              </li>
            ))}
          </ul>
        ),
    },
  ]
  return (
    <section className="card stack" aria-labelledby="order-evidence">
      <h3 id="order-evidence">{words.evidence}</h3>
      {order.transfers.length === 0 ? (
        <p className="lead">{words.noEvidence}</p>
      ) : (
        <DataTable caption={words.evidence} columns={columns} rows={order.transfers} keyOf={({ id }) => id} />
      )}
    </section>
  )
}

function TransferBadges({
  transfer,
  order,
}: {
  readonly transfer: OrderTransfer
  readonly order: OrderDetail
}) {
  const words = useAdmin().texts.orders
  const { lost, isOfRail, predatesOrder, id } = transfer
  return (
    <span className="badges">
      {isOfRail ? null : <span className="badge badge-held">{words.otherRail}</span>}
      {predatesOrder ? <span className="badge badge-held">{words.predatesOrder}</span> : null}
      {lost === null ? null : <span className="badge badge-retired">{words.lost[lost.as]}</span>}
      {order.accepted?.includes(id) === true ? (
        <span className="badge badge-available">{words.acceptedMark}</span>
      ) : null}
    </span>
  )
}
