import type { Language } from '#shared/languages.ts'
import type { SiteTexts } from '#texts/en/site.ts'
import { formatCount, formatTwoDigits } from '#texts/format.ts'
import { countdownParts } from '#web/ui/countdown-parts.ts'

interface CountdownProps {
  readonly language: Language
  readonly texts: SiteTexts['hero']
  readonly releaseAt: Date
  readonly now: Date
}

/** The time left until the release, correct when the server renders it; the inline loader updates it. */
export function Countdown({ language, texts, releaseAt, now }: CountdownProps) {
  const parts = countdownParts(releaseAt.getTime() - now.getTime())
  const labels = [texts.days, texts.hours, texts.minutes, texts.seconds]
  const digits = Array.from({ length: 10 }, (_, digit) => formatCount(language, digit)).join('')
  return (
    <div className="launch">
      <p id="launching-in">{texts.launchingIn}</p>
      <div
        className="countdown"
        role="timer"
        aria-labelledby="launching-in"
        data-release={releaseAt.getTime()}
        data-digits={digits}
      >
        {parts.map((value, index) => (
          <span key={labels[index]}>
            <b>{formatTwoDigits(language, value)}</b> <small>{labels[index]}</small>
          </span>
        ))}
      </div>
    </div>
  )
}
