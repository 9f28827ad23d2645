import type { SiteTexts } from '#texts/en/site.ts'
import { countdownParts } from '#web/ui/countdown-parts.ts'

interface CountdownProps {
  readonly texts: SiteTexts['hero']
  readonly releaseAt: Date
  /** What is shown in place of "launching in" once it is over. */
  readonly overText: string
  readonly now: Date
}

/**
 * The time left until the release, correct when the server renders it; the loader updates it. Its digits are those of
 * the specification in every language: an Arabic zero is a dot.
 */
export function Countdown({ texts, releaseAt, overText, now }: CountdownProps) {
  const leftMs = releaseAt.getTime() - now.getTime()
  const labels = [texts.days, texts.hours, texts.minutes, texts.seconds]
  return (
    <div className={leftMs > 0 ? 'launch' : 'launch over'}>
      <p className="launch-over">{overText}</p>
      <p id="launching-in">{texts.launchingIn}</p>
      <div
        className="countdown"
        role="timer"
        aria-labelledby="launching-in"
        data-release={releaseAt.getTime()}
      >
        {countdownParts(leftMs).map((value, index) => (
          <span key={labels[index]}>
            <b>{String(value).padStart(2, '0')}</b> <small>{labels[index]}</small>
          </span>
        ))}
      </div>
    </div>
  )
}
