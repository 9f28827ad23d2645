import { answerWithout } from '#web/layout/answer-without.ts'

/**
 * Opens what a visitor asks for: the e-mail dialog, the live chat, the creators' application. One script for all of them
 * comes with the first wish and is then told each by an event, so that no wish is too early. `openSupportEmail` is the
 * same wish from anywhere on the page.
 */
export function openWhenAsked(): void {
  addEventListener('openSupportEmail', () => {
    ask('email')
  })
  addEventListener('click', (event) => {
    const button = event.target instanceof Element && event.target.closest<HTMLElement>('[data-asks]')
    if (!button) return
    const wish = button.dataset['asks'] ?? ''
    // The application's button opens its own note where there is no script.
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
