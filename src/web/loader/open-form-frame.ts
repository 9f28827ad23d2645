import type { EarlyInput } from './early-input.ts'
import { pageData } from './page-data.ts'
import { canShowForm, fetchScripts, loadFormScript } from './load-scripts.ts'

/**
 * Opens the frame of the order form at once. Its script then shows the form in it, and React takes it over later. A form that
 * is closed before that is not opened again.
 */
export function openFormFrame(button: HTMLButtonElement, early: EarlyInput): void {
  const dialog = document.querySelector<HTMLDialogElement>('.checkout')
  const [title, close] = dialog?.querySelectorAll<HTMLElement>('h2, button') ?? []
  // an order beside a loaded chat reloads the page, which React does
  if (!dialog || !title || !close || pageData['chat'] !== undefined) {
    button.ariaBusy = 'true'
    fetchScripts()
    return
  }
  dialog.onclose = () => {
    // a browser under load tells it after the buyer has ordered again
    if (!dialog.open) early.tap = null
  }
  // the form's script opens the frame in less time: it lets the rest of the page rest
  if (!canShowForm()) {
    close.onclick = () => dialog.close()
    title.textContent = button.closest('article')?.querySelector('h3')?.textContent ?? ''
    dialog.showModal()
    title.focus()
  }
  // The form first: on a slow connection it would wait for React.
  loadFormScript().then(
    () => {
      button.dispatchEvent(new Event('order', { bubbles: true }))
      requestAnimationFrame(fetchScripts)
    },
    () => button.form?.requestSubmit(button),
  )
}
