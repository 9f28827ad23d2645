import { findEdition } from '#shared/editions.ts'
import { cents } from '#shared/money.ts'
import { loadOrderForm, orderFormHost, preloadDialog, showFormMarkup } from './order-form-markup.ts'
import { formatPrice } from '#texts/format.ts'
import type { PreOrderProps } from './pre-order-props.ts'
import { readQuantity } from './read-quantity.ts'

const host = orderFormHost()
// whoever imports this script goes on once the form is there
if (host !== null) await prepare(host)

/** Loads the form ahead of an order, and shows it to those who order before React is loaded. */
async function prepare(host: HTMLElement): Promise<void> {
  addEventListener('order', ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return
    show(host, target).catch((cause: unknown) => {
      console.warn('The order form could not be loaded; opening the order page instead.', cause)
      target.form?.requestSubmit(target)
    })
  })
  await loadOrderForm().catch((cause: unknown) => {
    console.warn('The order form could not be preloaded; it will be fetched on use.', cause)
  })
  setTimeout(formatFirstPrice)
}

/** Formats a price nobody sees: the browser's first takes it as long as several frames, which an order would wait for. */
function formatFirstPrice(): void {
  const props = readProps()
  if (props !== null) formatPrice(props.language, cents(0), props.currency)
}

/** The props of the page's island; null if the parser has not read them yet. */
function readProps(): PreOrderProps | null {
  const text = document.querySelector('#island-props')?.textContent
  return text === undefined ? null : (JSON.parse(text) as PreOrderProps)
}

async function show(host: HTMLElement, button: HTMLButtonElement): Promise<void> {
  const props = readProps()
  if (props === null) throw new Error('expected the props of the island, got none yet')
  const edition = findEdition(props.editions, button.value)
  if (edition === undefined) return
  const typed = document.querySelector<HTMLInputElement>('#quantity')?.value ?? ''
  await showFormMarkup(host, {
    language: props.language,
    editionName: edition.name,
    quantity: readQuantity(typed) ?? 1,
    unitPriceCents: edition.priceCents,
    currency: props.currency,
  })
  await preloadDialog()
}
