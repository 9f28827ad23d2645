import { startTransition, useEffect } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import type { PreOrderProps } from '#web/landing/pre-order-props.ts'
import { PreOrder } from '#web/landing/pre-order.tsx'
import motionCss from './landing/motion.css?inline'
import unfinishedCss from './landing/unfinished.css?inline'
import printCss from './print.css?inline'
import type {} from '#web/loader/early-input.ts'
import type { LoadCheckoutDialog, TakeOverMarkup } from '#web/payment/checkout-dialog-props.ts'
import { adoptStyles } from '#web/ui/adopt-styles.ts'

const loadCheckoutDialog: LoadCheckoutDialog = async () => {
  const { CheckoutDialog } = await import('#web/checkout/checkout-dialog.tsx')
  return CheckoutDialog
}

/** At once: a form that its buyer closes before React has taken it over would be emptied later, and what is opened then with it. */
const takeOverMarkup: TakeOverMarkup = (host, content) => flushSync(() => hydrateRoot(host, content))

/**
 * Hydrates the prerendered pre-order section, then replays earlier taps. It runs as a transition: React then works in
 * slices of a few milliseconds and does not block input.
 */
function mountIsland(): void {
  adoptStyles(unfinishedCss)
  adoptStyles(motionCss)
  adoptStyles(printCss)
  const container = document.querySelector<HTMLElement>('[data-island]')
  const json = document.querySelector('#island-props')?.textContent
  if (container === null || json === undefined) {
    throw new Error(
      'expected [data-island] and #island-props in the page, got none; render the pre-order section',
    )
  }
  addLateStyles(container)
  const props = JSON.parse(json) as PreOrderProps
  startTransition(() => {
    hydrateRoot(container, <Island {...props} onHydrated={() => replayEarlyInput(container)} />)
  })
}

/** Fetches what shows a few pixels of each picture in its place, and faces too large to come with the page. */
function addLateStyles({ dataset }: HTMLElement): void {
  for (const href of dataset['lateStyles']?.split(' ') ?? []) {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = href
    document.head.append(link)
  }
}

interface IslandProps extends PreOrderProps {
  readonly onHydrated: () => void
}

function Island({ onHydrated, ...props }: IslandProps) {
  useEffect(() => {
    // A separate task, after the effects of the first render: flushSync must not run inside one.
    const waiting = setTimeout(onHydrated)
    return () => clearTimeout(waiting)
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, [])
  return <PreOrder {...props} loadDialog={loadCheckoutDialog} takeOver={takeOverMarkup} />
}

/** From here on React handles all input. Replays first what was typed, then the order that was tapped. */
function replayEarlyInput(container: Element): void {
  const { early } = window
  early?.release()
  for (const [name, text] of Object.entries(early?.typed ?? {})) retype(container, name, text)
  const tapped = early?.tap ?? null
  if (tapped !== null) replay(tapped)
  document.documentElement.dataset['live'] = ''
}

/**
 * Retypes text that was typed before hydration. React has already seen the field's value, so the field is emptied
 * first.
 */
function retype(container: Element, name: string, text: string): void {
  const field = container.querySelector(`input[name="${CSS.escape(name)}"]`)
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  if (field === null) return
  for (const value of ['', text]) {
    flushSync(() => {
      // React tracks the element's own property; calling the prototype's setter bypasses it, as typing does.
      setValue?.call(field, value)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
  }
}

/** Replays a tap that came before hydration, and renders what it does at once. */
function replay(tapped: HTMLElement): void {
  tapped.removeAttribute('aria-busy')
  tapped.focus({ preventScroll: true })
  flushSync(() => tapped.click())
}

/** Starts the sparks over the hero picture last, and only if the visitor allows motion and does not save data. */
function startEmbersWhenIdle(): void {
  const canvas = document.querySelector<HTMLCanvasElement>('[data-embers]')
  const isCalm = matchMedia('(prefers-reduced-motion: reduce), (prefers-reduced-data: reduce)').matches
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } }
  if (canvas === null || isCalm || connection?.saveData === true) return
  whenIdle(() => void import('#web/landing/embers.ts').then(({ startEmbers }) => startEmbers(canvas)))
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 5000 })
  else setTimeout(work, 1000)
}

// React's code has just been evaluated; hydration runs in a separate task, so that a tap in between does not wait for
// both.
setTimeout(() => {
  mountIsland()
  startEmbersWhenIdle()
})
