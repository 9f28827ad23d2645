import type { EarlyInput } from './early-input.ts'
import { fetchScripts } from './load-scripts.ts'
import { openFormFrame } from './open-form-frame.ts'

/**
 * Records what a visitor does before React is loaded: React does not replay a click made before hydration, so without
 * this the first tap on "Order Now" would be lost (reactjs/react.dev#4484).
 */
export function recordEarlyInput(): void {
  const aborter = new AbortController()
  const listen = (type: string, listener: (event: Event) => void) => {
    addEventListener(type, listener, { capture: true, signal: aborter.signal })
  }
  const early: EarlyInput = {
    tap: null,
    typed: {},
    release() {
      aborter.abort()
    },
  }
  window.early = early
  listen('click', (event) => {
    const button = inIsland(event)?.closest('button')
    if (!button) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (button.type === 'submit') {
      early.tap = button
      openFormFrame(button, early)
      return
    }
    fetchScripts()
    count(Number(button.dataset['step']))
  })
  listen('input', (event) => {
    const field = inIsland(event)
    if (field instanceof HTMLInputElement) early.typed[field.name] = field.value
  })
  // Enter in a field would press the form's first button, which the visitor did not intend.
  listen('keydown', (event) => {
    const isEnter = event instanceof KeyboardEvent && event.key === 'Enter'
    if (isEnter && inIsland(event) instanceof HTMLInputElement) event.preventDefault()
  })
}

/**
 * Changes the number at once, within the field's own bounds; the field fires an event as if the number had been typed.
 */
function count(by: number): void {
  const field = document.querySelector<HTMLInputElement>('#quantity')
  field?.stepUp(by)
  field?.dispatchEvent(new Event('input', { bubbles: true }))
}

function inIsland(event: Event): Element | null {
  const { target } = event
  return target instanceof Element && target.closest('[data-island]') !== null ? target : null
}
