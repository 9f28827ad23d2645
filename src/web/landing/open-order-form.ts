import type { ReactElement } from 'react'
import type { TakeOverMarkup } from '#web/payment/checkout-dialog-props.ts'
import { restoreFrame, showFormMarkup, type FormOrder } from './order-form-markup.ts'

interface OpenedForm {
  readonly host: HTMLElement
  readonly order: FormOrder
  /** Loads the dialog, which calls `onClosed` once it is closed. */
  readonly loadDialog: (onClosed: () => void) => Promise<ReactElement>
  readonly takeOver: TakeOverMarkup
  /** Called when the form is drawn: what it changes in the page does not delay that. */
  readonly onShown: () => void
  readonly onClosed: () => void
}

/** Ends the form that was opened last. */
let endLast: (() => void) | null = null

/**
 * Opens the order form as markup, at once, and makes React take it over when the dialog is loaded: by then the buyer may be
 * filling it in, or may have closed it.
 *
 * @throws {Error} if the form or the dialog cannot be loaded.
 */
export async function openOrderForm(form: OpenedForm): Promise<void> {
  const { host, order, loadDialog, takeOver, onShown, onClosed } = form
  // a browser under load lets a buyer order again before it tells that the dialog was closed
  endLast?.()
  let root: { unmount(): void } | null = null
  let isEnded = false
  const end = () => {
    if (isEnded) return
    isEnded = true
    if (endLast === end) endLast = null
    root?.unmount()
    restoreFrame(host)
    onClosed()
  }
  endLast = end
  const frame = host.querySelector('dialog')
  const shown = showFormMarkup(host, order).then(() => {
    if (!isEnded) onShown()
  })
  // In a task of its own: a dialog that React has taken over ends itself.
  frame?.addEventListener('close', () =>
    setTimeout(() => {
      // closed before React was loaded, it may have been opened again
      if (!frame.open) end()
    }),
  )
  const [dialog] = await Promise.all([loadDialog(end), shown])
  // closed in the meantime, it is closed or was replaced by a new frame
  if (frame?.isConnected === true && frame.open) root = takeOver(host, dialog)
}
