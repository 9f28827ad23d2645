import { openWithoutScript } from '#web/layout/open-without-script.ts'

/**
 * Opens the e-mail dialog, the live chat, or the creators' application. The script loads on first use; each request is
 * sent to it as an event, so early clicks are not lost. The window event `openSupportEmail` is the same request from
 * code.
 */
export function openOnRequest(): void {
  addEventListener('openSupportEmail', () => {
    send('email')
  })
  addEventListener('click', (event) => {
    const button = event.target instanceof Element && event.target.closest<HTMLElement>('[data-asks]')
    if (!button) return
    const request = button.dataset['asks'] ?? ''
    // Without the script, the application's button opens its own note.
    event.preventDefault()
    if (request === 'email') dispatchEvent(new Event('openSupportEmail'))
    else send(request)
  })
}

function send(request: string): void {
  const buttons = document.querySelectorAll<HTMLElement>(`[data-asks="${request}"]`)
  const setBusy = (isBusy: boolean) => {
    for (const button of buttons) button.ariaBusy = isBusy ? 'true' : null
  }
  setBusy(true)
  import(/* @vite-ignore */ document.documentElement.dataset['support'] ?? '').then(
    () => {
      setBusy(false)
      dispatchEvent(new CustomEvent('asked', { detail: request }))
    },
    () => {
      setBusy(false)
      openWithoutScript(request)
    },
  )
}
