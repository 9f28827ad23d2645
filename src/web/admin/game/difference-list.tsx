import type { GameDifference } from '#shared/game-changes.ts'
import { LANGUAGE_TABLE } from '#shared/languages.ts'
import { cents } from '#shared/money.ts'
import { formatPrice } from '#texts/format.ts'
import { useAdmin, type AdminContextValue } from '#web/admin/admin-context.ts'
import { formatMoment } from '#web/admin/format-date.ts'

/** What changes, each with what it was and what it becomes. */
export function DifferenceList({ differences }: { readonly differences: readonly GameDifference[] }) {
  if (differences.length === 0) return null
  return (
    <ul className="game-differences">
      {differences.map((one) => (
        <li key={[one.field, one.edition, one.currency, one.language].join(' ')}>
          <Difference difference={one} />
        </li>
      ))}
    </ul>
  )
}

function Difference({ difference }: { readonly difference: GameDifference }) {
  const admin = useAdmin()
  const words = admin.texts.game
  const { language, before, after } = difference
  const isIn = language === null ? {} : { lang: language, dir: LANGUAGE_TABLE[language].direction }
  const shown = (text: string | null, other: string | null) =>
    text === null ? words.nothing : valueOf(difference, linesBeside(text, other), admin)
  return (
    <>
      <strong>{nameOf(difference, admin)}</strong>
      <del>
        <span className="visually-hidden">{`${words.before}${admin.texts.shell.colon} `}</span>
        <span {...(before === null ? {} : isIn)}>{shown(before, after)}</span>
      </del>
      <ins>
        <span className="visually-hidden">{`${words.after}${admin.texts.shell.colon} `}</span>
        <span {...(after === null ? {} : isIn)}>{shown(after, before)}</span>
      </ins>
    </>
  )
}

/** What changes, such as `Price · Standard Edition`. */
function nameOf(
  { field, edition, currency, language }: GameDifference,
  { texts, editionName }: AdminContextValue,
): string {
  return [
    texts.game.fields[field],
    ...(edition === null ? [] : [editionName(edition)]),
    ...(currency === null ? [] : [currency]),
    ...(language === null ? [] : [LANGUAGE_TABLE[language].name]),
  ].join(' · ')
}

function valueOf(
  { field, currency: differing }: GameDifference,
  text: string,
  { texts, language, currency }: AdminContextValue,
): string {
  if (field === 'price') return formatPrice(language, cents(Number(text)), differing ?? currency)
  if (field === 'releaseAt') return text === '' ? texts.game.nothing : formatMoment(language, text)
  if (field !== 'afterLaunch') return text
  return texts.game.afterLaunchKinds[text === 'out-now' ? text : 'open']
}

/** The lines that the other text has not; all of them if only their order differs. */
function linesBeside(text: string, other: string | null): string {
  const others = new Set(other?.split('\n'))
  const own = text.split('\n').filter((line) => line !== '' && !others.has(line))
  return own.length === 0 ? text : own.join('\n')
}
