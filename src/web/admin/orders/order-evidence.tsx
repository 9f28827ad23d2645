import type { OrderDetail, OrderTransfer } from '#shared/orders-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Card } from '#web/admin/card.tsx'
import { ChainLink } from '#web/admin/chain-link.tsx'
import { chainName } from '#shared/chain-name.ts'
import { InlineCode } from '#web/admin/inline-code.tsx'
import { CopyableHash } from '#web/admin/copyable-code.tsx'
import { DataTable, type Column } from '#web/admin/data-table.tsx'
import { DateTime } from '#web/admin/date-time.tsx'
import { formatCount } from '#texts/format.ts'

/** Lists every transfer to the order's address, and what each node reported about it. */
export function OrderEvidence({ order }: { readonly order: OrderDetail }) {
  const { texts, language } = useAdmin()
  const words = texts.orders
  const columns: readonly Column<OrderTransfer>[] = [
    {
      label: words.transaction,
      as: 'title',
      cell: ({ txHash, chain }) => (
        <CopyableHash hash={txHash}>
          <ChainLink chain={chain} kind="transaction" subject={txHash} isSimulated={order.simulated} />
        </CopyableHash>
      ),
    },
    {
      label: words.received,
      cell: ({ amount, asset, chain }) => (
        <InlineCode>{`${amount} ${asset} (${chainName(chain)})`}</InlineCode>
      ),
    },
    { label: words.state, cell: (transfer) => <TransferBadges transfer={transfer} order={order} /> },
    {
      label: words.block,
      cell: ({ block }) =>
        block === null ? words.unconfirmed : <InlineCode>{String(block.height)}</InlineCode>,
    },
    {
      label: words.confirmations,
      as: 'number',
      cell: ({ confirmations }) => formatCount(language, confirmations),
    },
    { label: words.seen, cell: ({ seenAt }) => <DateTime at={seenAt} /> },
    {
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
    <Card id="order-evidence" title={words.evidence}>
      {order.transfers.length === 0 ? (
        <p className="lead">{words.noEvidence}</p>
      ) : (
        <DataTable caption={words.evidence} columns={columns} rows={order.transfers} keyOf={({ id }) => id} />
      )}
    </Card>
  )
}

interface TransferBadgesProps {
  readonly transfer: OrderTransfer
  readonly order: OrderDetail
}

function TransferBadges({ transfer, order }: TransferBadgesProps) {
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
