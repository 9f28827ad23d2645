import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import type { PreOrderProps } from '#web/landing/pre-order-props.ts'
import { PreOrder } from '#web/landing/pre-order.tsx'
import type {} from '#web/loader/early.ts'

/** Takes over the prerendered pre-order section, then does what was tapped before it could. */
function mountIsland(): void {
  const container = document.querySelector('[data-island]')
  const json = document.querySelector('#island-props')?.textContent
  if (container === null || json === undefined) {
    throw new Error(
      'expected [data-island] and #island-props in the page, got none; render the pre-order section',
    )
  }
  const props = JSON.parse(json) as PreOrderProps
  const early = window.early
  for (const tapped of early?.taps ?? []) tapped.removeAttribute('aria-busy')
  flushSync(() => {
    hydrateRoot(container, <PreOrder {...props} typedQuantity={early?.typed['quantity'] ?? null} />)
  })
  // After the effects of the first render, so that a typed quantity counts for the tap that followed it.
  setTimeout(() => {
    early?.release()
    for (const tapped of early?.taps ?? []) replay(tapped)
    if (early !== undefined && early.supportAsked > 0) window.dispatchEvent(new Event('openSupportEmail'))
    document.documentElement.dataset['live'] = ''
  })
}

/** Does a tap that came too early. Drawn at once: the next one may build on it, as an order does on a quantity. */
function replay(tapped: HTMLElement): void {
  tapped.focus({ preventScroll: true })
  flushSync(() => {
    tapped.click()
  })
}

mountIsland()
