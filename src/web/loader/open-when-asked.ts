import { answerWithout } from '#web/layout/answer-without.ts'

/**
 * Opens the e-mail dialog, the live chat, or the creators' application. The script loads on first use; each request is
 * sent to it as an event, so early clicks are not lost. The window event `openSupportEmail` is the same request from
 * code.
 */
export function openWhenAsked(): void {
  addEventListener('openSupportEmail', () => {
    ask('email')
  })
  addEventListener('click', (event) => {
    const button = event.target instanceof Element && event.target.closest<HTMLElement>('[data-asks]')
    if (!button) return
    const wish = button.dataset['asks'] ?? ''
    // Without the script, the application's button opens its own note.
    event.preventDefault()
    if (wish === 'email') dispatchEvent(new Event('openSupportEmail'))
    else ask(wish)
  })
}

function ask(wish: string): void {
  const buttons = document.querySelectorAll<HTMLElement>(`[data-asks="${wish}"]`)
  const setBusy = (isBusy: boolean) => {
    for (const button of buttons) button.ariaBusy = isBusy ? 'true' : null
  }
  setBusy(true)
  import(/* @vite-ignore */ document.documentElement.dataset['support'] ?? '').then(
    () => {
      setBusy(false)
      dispatchEvent(new CustomEvent('asked', { detail: wish }))
    },
    () => {
      setBusy(false)
      answerWithout(wish)
    },
  )
}
