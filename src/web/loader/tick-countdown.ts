import { countdownParts } from '#web/ui/countdown-parts.ts'

/** Updates the prerendered countdown every second until it reaches zero, and then shows that it is over. */
export function tickCountdown(): void {
  const timer = document.querySelector<HTMLElement>('[data-release]')
  if (timer === null) return
  const fields = timer.querySelectorAll('b')
  const leftMs = () => Number(timer.dataset['release']) - Date.now()
  const tick = () => {
    countdownParts(leftMs()).forEach((value, index) => {
      const field = fields[index]
      const text = String(value).padStart(2, '0')
      if (field !== undefined && field.textContent !== text) field.textContent = text
    })
    if (leftMs() > 0) setTimeout(tick, (leftMs() % 1000) + 1)
    else timer.parentElement?.classList.add('over')
  }
  tick()
}
