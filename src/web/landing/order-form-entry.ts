import { findEdition } from '#shared/editions.ts'
import { loadOrderForm, orderFormHost, preloadDialog, showFormMarkup } from './order-form-markup.ts'
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
}

async function show(host: HTMLElement, button: HTMLButtonElement): Promise<void> {
  const { language, editions, currency } = JSON.parse(
    document.querySelector('#island-props')?.textContent ?? '',
  ) as PreOrderProps
  const edition = findEdition(editions, button.value)
  if (edition === undefined) return
  const typed = document.querySelector<HTMLInputElement>('#quantity')?.value ?? ''
  await showFormMarkup(host, {
    language,
    editionName: edition.name,
    quantity: readQuantity(typed) ?? 1,
    unitPriceCents: edition.priceCents,
    currency,
  })
  await preloadDialog()
}
