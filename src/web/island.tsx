import { startTransition, useEffect } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import type { PreOrderProps } from '#web/landing/pre-order-props.ts'
import { PreOrder } from '#web/landing/pre-order.tsx'
import type {} from '#web/loader/early.ts'
import type { LoadCheckoutDialog } from '#web/payment/checkout-dialog-props.ts'

const loadCheckoutDialog: LoadCheckoutDialog = async () => {
  const { CheckoutDialog } = await import('#web/checkout/checkout-dialog.tsx')
  return CheckoutDialog
}

/**
 * Takes over the prerendered pre-order section, then does what was tapped before it could. As a transition: React then
 * works in slices of a few milliseconds, and a finger never waits for the whole.
 */
function mountIsland(): void {
  const container = document.querySelector('[data-island]')
  const json = document.querySelector('#island-props')?.textContent
  if (container === null || json === undefined) {
    throw new Error(
      'expected [data-island] and #island-props in the page, got none; render the pre-order section',
    )
  }
  const props = JSON.parse(json) as PreOrderProps
  startTransition(() => {
    hydrateRoot(
      container,
      <Island
        {...props}
        onTaken={() => {
          takeOver(container)
        }}
      />,
    )
  })
}

interface IslandProps extends PreOrderProps {
  readonly onTaken: () => void
}

function Island({ onTaken, ...props }: IslandProps) {
  useEffect(() => {
    // A task of its own, after the effects of the first render: what is drawn at once may not be asked for in one.
    const waiting = setTimeout(onTaken)
    return () => {
      clearTimeout(waiting)
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [])
  return <PreOrder {...props} loadDialog={loadCheckoutDialog} />
}

/** From here on the page answers for itself. In the order of a visitor: what was typed, then what was tapped. */
function takeOver(container: Element): void {
  const { early } = window
  early?.release()
  for (const [name, text] of Object.entries(early?.typed ?? {})) retype(container, name, text)
  for (const tapped of early?.taps ?? []) replay(tapped)
  document.documentElement.dataset['live'] = ''
}

/** Types again what was typed too early. React has seen the text in the field already, so it is emptied first. */
function retype(container: Element, name: string, text: string): void {
  const field = container.querySelector(`input[name="${CSS.escape(name)}"]`)
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  if (field === null) return
  for (const value of ['', text]) {
    flushSync(() => {
      // React watches the element's own property; the prototype's goes past it, as a keyboard does.
      setValue?.call(field, value)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
  }
}

/** Does a tap that came too early. Drawn at once: the next one may build on it, as an order does on a quantity. */
function replay(tapped: HTMLElement): void {
  tapped.removeAttribute('aria-busy')
  tapped.focus({ preventScroll: true })
  flushSync(() => {
    tapped.click()
  })
}

/** Last of all, and only where motion is wanted and data is not spared: the sparks over the first picture. */
function lightEmbers(): void {
  const canvas = document.querySelector<HTMLCanvasElement>('[data-embers]')
  const isCalm = matchMedia('(prefers-reduced-motion: reduce), (prefers-reduced-data: reduce)').matches
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } }
  if (canvas === null || isCalm || connection?.saveData === true) return
  whenIdle(() => {
    void import('#web/landing/embers.ts').then(({ startEmbers }) => {
      startEmbers(canvas)
    })
  })
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 5000 })
  else setTimeout(work, 1000)
}

// React's own code has just been read; taking over is a task of its own, so that a tap in between does not wait for both.
setTimeout(() => {
  mountIsland()
  lightEmbers()
})
