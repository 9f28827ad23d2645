import { useState } from 'react'
import type { BuyerOrder } from '#shared/buyer-api.ts'
import { QuietButton } from '#web/ui/quiet-button.tsx'
import { usePaymentContext } from '#web/payment/payment-context.ts'
import { CopyButton } from '#web/payment/copy-button.tsx'
import { downloadFile } from '#web/ui/download-file.ts'
import { Code } from '#web/ui/fill-text.tsx'
import { fill, formatCount, plural } from '#texts/format.ts'
import { useOrderContext } from '#web/payment/order-context.ts'
import { RedeemNote } from '#web/payment/redeem-note.tsx'
import { OrderSection } from '#web/payment/order-section.tsx'
import { usePaidEdition } from '#web/payment/use-paid-edition.ts'

/** The order's keys, masked until revealed, for the holder of its second secret. */
export function OrderKeys({ order }: { readonly order: BuyerOrder }) {
  const { texts } = useOrderContext()
  const { language } = usePaymentContext()
  const { status, quantity } = order.payment
  // Until the order is paid, its state already says everything about keys.
  if (order.keys.length === 0) {
    // a confirmed order without keys: its state says that they will follow
    // a withdrawn order gets none
    const isUnderWay = ['pending', 'partial', 'detected'].includes(status) && order.withdrawnAt === null
    return isUnderWay ? <p className="order-quiet">{plural(language, texts.keysLater, quantity)}</p> : null
  }
  return (
    <OrderSection
      title={plural(language, texts.keys, order.keys.length)}
      className="order-keys-section"
      anchor="keys"
    >
      <KeyList keys={order.keys} order={order.payment} />
    </OrderSection>
  )
}

function KeyList({
  keys,
  order,
}: {
  readonly keys: readonly string[]
  readonly order: BuyerOrder['payment']
}) {
  const { texts } = useOrderContext()
  const { language } = usePaymentContext()
  const [isShown, setIsShown] = useState(false)
  const paid = usePaidEdition(order.edition)
  return (
    <>
      <button
        type="button"
        className="button order-next"
        aria-expanded={isShown}
        onClick={() => setIsShown(!isShown)}
      >
        {plural(language, isShown ? texts.hide : texts.show, keys.length)}
      </button>
      <ol className="order-keys">
        {keys.map((key, place) => (
          <li key={key}>
            <MaskedKey gameKey={key} isShown={isShown} number={formatCount(language, place + 1)} />
            <CopyButton
              text={key}
              label={fill(texts.copyKey, { number: formatCount(language, place + 1) })}
              done={texts.keyCopied}
              isCompact
            />
          </li>
        ))}
      </ol>
      <KeyActions keys={keys} orderId={order.id} />
      <RedeemNote redeem={paid?.redeem ?? null} isOpen={isShown} />
    </>
  )
}

interface MaskedKeyProps {
  readonly gameKey: string
  readonly isShown: boolean
  readonly number: string
}

function MaskedKey({ gameKey, isShown, number }: MaskedKeyProps) {
  const { texts } = useOrderContext()
  if (isShown) return <Code>{gameKey}</Code>
  return (
    <>
      <span aria-hidden="true" className="order-key-mask">
        <Code>{gameKey.replace(/[^-]/g, '•')}</Code>
      </span>
      <span className="visually-hidden">{fill(texts.hidden, { number })}</span>
    </>
  )
}

function KeyActions({ keys, orderId }: { readonly keys: readonly string[]; readonly orderId: string }) {
  const { language, announce } = usePaymentContext()
  const { words } = useOrderContext()
  return (
    <div className="order-actions">
      {keys.length > 1 ? (
        <CopyButton text={keys.join('\n')} label={words.keys.copyAll} done={words.keys.allCopied} />
      ) : null}
      <QuietButton
        onClick={() => {
          downloadFile(`/order/${orderId}/keys.txt?lang=${language}`)
          announce(plural(language, words.keys.downloading, keys.length))
        }}
      >
        {plural(language, words.keys.download, keys.length)}
      </QuietButton>
    </div>
  )
}
