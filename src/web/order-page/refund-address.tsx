import { useId, useState } from 'react'
import type { BuyerOrder } from '#shared/buyer-api.ts'
import { railOf } from '#shared/rails.ts'
import { QuietButton } from '#web/ui/quiet-button.tsx'
import { usePaymentContext } from '#web/payment/payment-context.ts'
import { describeAddressFault } from '#web/payment/describe-address-fault.ts'
import { networkName } from '#web/payment/coin-names.ts'
import { Field } from '#web/ui/field.tsx'
import { FillText, Latin } from '#web/ui/fill-text.tsx'
import { useOrderContext } from '#web/payment/order-context.ts'
import type { RefundFault } from './refund-faults.ts'
import { AddressCode } from '#web/payment/address-code.tsx'

interface RefundAddressProps {
  readonly order: BuyerOrder
  readonly faults: readonly RefundFault[]
}

/**
 * Where the refund is sent: the order's own address or another one, and the buyer's confirmation that it is correct.
 */
export function RefundAddress({ order, faults }: RefundAddressProps) {
  const { texts, outputNetworks } = usePaymentContext()
  const { words } = useOrderContext()
  const [typed, setTyped] = useState('')
  const [isOther, setIsOther] = useState(order.refundAddress === null)
  const network = order.payment.crypto_network
  return (
    <fieldset className="order-refund-address">
      <legend>{words.refund.address}</legend>
      {isOther || order.refundAddress === null ? (
        <Field
          name="address"
          label={words.refund.newAddress}
          hint={texts.form.addressHint[network]}
          fault={
            faults.includes('address') ? describeAddressFault(texts, network, typed, outputNetworks) : null
          }
          onChange={(event) => setTyped(event.target.value)}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          required
        />
      ) : (
        <p>
          {words.refund.addressNow} <AddressCode address={order.refundAddress} />
        </p>
      )}
      {order.refundAddress === null ? null : (
        <QuietButton onClick={() => setIsOther(!isOther)}>
          {isOther ? words.refund.keep : words.refund.change}
        </QuietButton>
      )}
      {/* remounted when the address changes: a confirmation of one address says nothing about the other */}
      <Confirmation key={String(isOther)} order={order} isFault={faults.includes('confirm')} />
    </fieldset>
  )
}

function Confirmation({ order, isFault }: { readonly order: BuyerOrder; readonly isFault: boolean }) {
  const { texts } = usePaymentContext()
  const { words } = useOrderContext()
  const id = useId()
  const network = order.payment.crypto_network
  return (
    <div className="pay-field">
      <label className="order-tick">
        <input
          type="checkbox"
          name="confirm"
          required
          aria-invalid={isFault ? true : undefined}
          aria-describedby={isFault ? `${id}-fault` : undefined}
        />
        <span>
          <FillText
            text={words.refund.confirm}
            values={{ rail: <RailName symbol={railOf(network).symbol} name={networkName(texts, network)} /> }}
          />
        </span>
      </label>
      {isFault ? (
        <p id={`${id}-fault`} className="pay-hint pay-hint-fault">
          {words.refund.confirmFault}
        </p>
      ) : null}
    </div>
  )
}

/** A coin and its network: `USDT · TRC-20 (Tron)`. */
export function RailName({ symbol, name }: { readonly symbol: string; readonly name: string }) {
  return (
    <strong className="order-rail">
      <Latin>{symbol}</Latin> · <bdi className="pay-network">{name}</bdi>
    </strong>
  )
}
