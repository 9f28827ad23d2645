import { openWithoutScript } from '#web/layout/open-without-script.ts'
import { onPlainClick } from './on-plain-click.ts'
import { pageData } from './page-data.ts'

/**
 * Opens the e-mail dialog, the live chat, the creators' application or the trailer. The script loads on first use; each request is
 * sent to it as an event, so early clicks are not lost. The window event `openSupportEmail` is the same request from
 * code.
 */
export function openOnRequest(): void {
  addEventListener('openSupportEmail', () => send('email'))
  // Without the script, the application's button opens its own note, and the trailer's link its file.
  onPlainClick('[data-asks]', ({ dataset: { asks = '' } }) => {
    if (asks === 'email') dispatchEvent(new Event('openSupportEmail'))
    else send(asks)
  })
}

function send(request: string): void {
  setBusy(request, 'true')
  import(/* @vite-ignore */ pageData['support'] ?? '').then(
    () => {
      setBusy(request, null)
      dispatchEvent(new CustomEvent('asked', { detail: request }))
    },
    () => {
      setBusy(request, null)
      openWithoutScript(request)
    },
  )
}

function setBusy(request: string, isBusy: 'true' | null): void {
  for (const button of document.querySelectorAll(`[data-asks="${request}"]`)) button.ariaBusy = isBusy
}
