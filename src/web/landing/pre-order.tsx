import { useEffect, useRef, useState } from 'react'
import type { EditionId } from '#shared/editions.ts'
import { EditionCard } from './edition-card.tsx'
import type { LoadCheckoutDialog, TakeOverMarkup } from '#web/payment/checkout-dialog-props.ts'
import type { PreOrderProps } from './pre-order-props.ts'
import { QuantitySelector } from './quantity-selector.tsx'
import { preloadCheckout, useCheckoutDialog } from './use-checkout-dialog.tsx'
import { useCounts } from './use-counts.ts'
import { useNearViewport } from './use-near-viewport.ts'
import type { EditionStock } from '#shared/visitor-api.ts'
import { readShop } from '#web/api/call-shop.ts'
import { useLive } from '#web/live/use-live.ts'

export interface PreOrderIslandProps extends PreOrderProps {
  readonly loadDialog: LoadCheckoutDialog
  readonly takeOver: TakeOverMarkup
}

/**
 * The pre-order section: quantity, the editions, and what supporters get. Prerendered; the page's only island.
 */
export function PreOrder(props: PreOrderIslandProps) {
  const { language, texts, editions, benefits, loadDialog } = props
  const [quantity, setQuantity] = useState(1)
  const form = useRef<HTMLFormElement>(null)
  const isSeen = useNearViewport(form)
  const { counts, addIntent } = useCounts(props, isSeen)
  const soldOut = useSoldOut(props)
  const checkout = useCheckoutDialog(props)
  useEffect(() => {
    if (!isSeen) return
    preloadCheckout(language, loadDialog).catch((cause: unknown) => {
      console.warn('The payment dialog could not be preloaded; it will be fetched on use.', cause)
    })
  }, [isSeen, language, loadDialog])
  const order = (edition: EditionId) => {
    checkout.open(edition, quantity)
    setTimeout(addIntent, 0, edition, quantity)
  }
  return (
    <>
      {checkout.remembered === null ? null : (
        <div className="unfinished" role="status">
          <p>{texts.unfinished}</p>
          <button type="button" className="button" onClick={checkout.resume}>
            {texts.continuePayment}
          </button>
        </div>
      )}
      <form ref={form} className="offer" action="/order" method="get" noValidate>
        {/* Without a script there may be no cookie with the language. */}
        <input type="hidden" name="lang" value={language} />
        {props.hasCurrencyChoice === true ? (
          <input type="hidden" name="currency" value={props.currency} />
        ) : null}
        <QuantitySelector language={language} texts={texts} quantity={quantity} onQuantity={setQuantity} />
        <div className="editions">
          {editions.map((edition) => (
            <EditionCard
              key={edition.id}
              language={language}
              texts={texts}
              edition={edition}
              currency={props.currency}
              quantity={quantity}
              count={counts[edition.id] ?? null}
              isSoldOut={soldOut.has(edition.id)}
              waitingLink={props.waitingLink}
              isOpening={checkout.opening === edition.id}
              onOrder={() => order(edition.id)}
            />
          ))}
        </div>
      </form>
      <section className="benefits" aria-labelledby="benefits-title">
        <h3 id="benefits-title">{props.benefitsTitle}</h3>
        <ul>
          {benefits.map((benefit) => (
            <li key={benefit}>{benefit}</li>
          ))}
        </ul>
      </section>
      {checkout.dialog}
    </>
  )
}

/** The sold-out editions: as rendered by the server, and read again on every live hint if an edition can sell out. */
function useSoldOut({ editions, hasReserve }: PreOrderProps): ReadonlySet<EditionId> {
  const [soldOut, setSoldOut] = useState<ReadonlySet<EditionId>>(
    () => new Set(editions.filter(({ isSoldOut }) => isSoldOut).map(({ id }) => id)),
  )
  useLive(hasReserve ? 'editions' : null, () => {
    void readSoldOut().then((read) => {
      if (read !== null) setSoldOut(read)
    })
  })
  return soldOut
}

async function readSoldOut(): Promise<ReadonlySet<EditionId> | null> {
  const outcome = await readShop<EditionStock[]>('/data/editions')
  if (outcome.kind === 'failed') {
    console.warn('The sold-out editions could not be read.', outcome.code)
    return null
  }
  return new Set(outcome.reply.filter(({ sold_out }) => sold_out).map(({ id }) => id))
}
