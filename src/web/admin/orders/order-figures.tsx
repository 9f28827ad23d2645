import { LANGUAGE_TABLE } from '#shared/languages.ts'
import { FIXED_RATES_SOURCE } from '#shared/constants.ts'
import { cents } from '#shared/money.ts'
import type { OrderDetail } from '#shared/orders-api.ts'
import { railOf } from '#shared/rails.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Card } from '#web/admin/card.tsx'
import { InlineCode } from '#web/admin/inline-code.tsx'
import { CopyableCode } from '#web/admin/copyable-code.tsx'
import { Figures, type Figure } from '#web/admin/figures.tsx'
import { DateTime } from '#web/admin/date-time.tsx'
import { fill, formatCount, formatPrice } from '#texts/format.ts'
import { ChainLink } from '#web/admin/chain-link.tsx'
import { chainName } from '#shared/chain-name.ts'
import { networkLabel } from './network-label.ts'
import { confirmationsOf } from './worth-of.ts'

/** Shows what was ordered, the amount due, and the payment address. */
export function OrderFigures({ order }: { readonly order: OrderDetail }) {
  const { texts, editionName, language } = useAdmin()
  const words = texts.orders
  const symbol = railOf(order.network).symbol
  const count = (value: number) => formatCount(language, value)
  const discountFigure = ({ code, name, cents: off }: NonNullable<OrderDetail['discount']>): Figure => [
    words.discount,
    <>
      {formatPrice(language, cents(off), order.currency)} <InlineCode>{code}</InlineCode> <bdi>{name}</bdi>
    </>,
  ]
  const figures: readonly Figure[] = [
    [words.id, <CopyableCode key="id" text={order.id} />],
    [words.email, order.email === null ? words.erased : <bdi className="email">{order.email}</bdi>],
    [texts.keys.edition, `${editionName(order.edition)} × ${count(order.quantity)}`],
    [words.price, formatPrice(language, cents(order.priceCents), order.currency)],
    ...(order.discount === null ? [] : [discountFigure(order.discount)]),
    [words.network, <bdi key="network">{networkLabel(railOf(order.network))}</bdi>],
    [words.amount, <InlineCode key="due">{`${order.amount} ${symbol}`}</InlineCode>],
    [words.received, <Received key="received" order={order} />],
    [
      words.confirmations,
      fill(words.of, { count: count(confirmationsOf(order)), required: count(order.requiredConfirmations) }),
    ],
    [
      fill(words.rate, { currency: order.currency }),
      <bdi key="rate">
        <InlineCode>{order.rate.value}</InlineCode> (
        {order.rate.sources === FIXED_RATES_SOURCE ? (
          texts.rateSources.fixed
        ) : (
          <InlineCode>{order.rate.sources}</InlineCode>
        )}
        )
      </bdi>,
    ],
    [words.address, <AddressCode key="address" order={order} address={order.paymentAddress} />],
    [
      words.path,
      <InlineCode key="path">{`${order.derivation.fingerprint}/${order.derivation.path}`}</InlineCode>,
    ],
    [
      words.refundAddress,
      order.refundAddress === null ? (
        words.erased
      ) : (
        <AddressCode key="to" order={order} address={order.refundAddress} />
      ),
    ],
    [words.language, LANGUAGE_TABLE[order.language].name],
    [words.created, <DateTime key="created" at={order.createdAt} />],
    [words.confirmed, <DateTime key="confirmed" at={order.confirmedAt} />],
    [words.delivered, <DateTime key="delivered" at={order.deliveredAt} />],
    [words.refundable, <DateTime key="refundable" at={order.refundableUntil} />],
  ]
  return (
    <Card id="order-figures" title={words.figures}>
      <Figures figures={figures} />
    </Card>
  )
}

function AddressCode({ order, address }: { readonly order: OrderDetail; readonly address: string }) {
  const { chain } = railOf(order.network)
  // a masked address is no address
  const isWhole = !address.includes('…')
  return (
    <CopyableCode text={address}>
      {isWhole ? (
        <ChainLink chain={chain} kind="address" subject={address} isSimulated={order.simulated} />
      ) : null}
    </CopyableCode>
  )
}

/** Everything that came, each coin on its own line, also in coins that count for nothing. */
function Received({ order: { arrived, received, network } }: { readonly order: OrderDetail }) {
  if (arrived.length === 0) return <InlineCode>{`${received} ${railOf(network).symbol}`}</InlineCode>
  return (
    <ul>
      {arrived.map((money) => (
        <li key={`${money.chain} ${money.asset}`}>
          <InlineCode>{`${money.amount} ${money.asset} (${chainName(money.chain)})`}</InlineCode>
        </li>
      ))}
    </ul>
  )
}
