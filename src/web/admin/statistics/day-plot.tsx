import type { KeyboardEvent } from 'react'
import { useAdmin } from '#web/admin/admin-context.ts'
import { formatDay } from '#web/admin/format-date.ts'
import { formatAxis } from './format-axis.ts'
import type { DaySales } from './list-days.ts'
import { roundScale } from './round-scale.ts'
import { toneOf } from './tone-of.ts'

const HEIGHT = 180
const STEP = 20
const MARGIN = 3

interface DayPlotProps {
  readonly title: string
  readonly bars: readonly DaySales[]
  readonly before: readonly DaySales[] | null
  /** The position of the chosen bar, and its values in words. */
  readonly at: number
  readonly text: string
  readonly onChoose: (at: number) => void
}

/** The axes and the bars. For the keyboard and screen readers it is a slider: its positions are the bars. */
export function DayPlot({ title, bars, before, at, text, onChoose }: DayPlotProps) {
  const { language, currency } = useAdmin()
  const isRtl = document.documentElement.dir === 'rtl'
  const last = bars.length - 1
  const scale = roundScale(Math.max(...[...bars, ...(before ?? [])].map(({ total }) => total.cents)))
  const yOf = (value: number) => HEIGHT * (1 - value / scale.top)
  const onKeyDown = (event: KeyboardEvent) => {
    const target = targetOf(event.key, at, last, isRtl)
    if (target === null) return
    event.preventDefault()
    onChoose(target)
  }
  return (
    <div className="plot">
      <ul className="axis-values" aria-hidden="true">
        {scale.ticks.toReversed().map((tick) => (
          <li key={tick}>
            <bdi>{formatAxis(language, tick, currency)}</bdi>
          </li>
        ))}
      </ul>
      <div
        className="plot-area"
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-orientation="horizontal"
        aria-valuemin={1}
        aria-valuemax={bars.length}
        aria-valuenow={at + 1}
        aria-valuetext={text}
        onKeyDown={onKeyDown}
      >
        <svg
          viewBox={`0 0 ${String(bars.length * STEP)} ${String(HEIGHT)}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {scale.ticks.map((tick) => (
            <line key={tick} className="grid-line" x1={0} x2="100%" y1={yOf(tick)} y2={yOf(tick)} />
          ))}
          {bars.map((bar, index) => (
            <Bar
              key={bar.day}
              bar={bar}
              before={before?.[index] ?? null}
              x={(isRtl ? last - index : index) * STEP}
              yOf={yOf}
              isChosen={index === at}
              onChoose={() => onChoose(index)}
            />
          ))}
        </svg>
      </div>
      <DayAxis bars={bars} isRtl={isRtl} />
    </div>
  )
}

/** Returns the bar that a key chooses, null for another key. On a page from right to left time runs to the left. */
function targetOf(key: string, at: number, last: number, isRtl: boolean): number | null {
  const [later, earlier] = isRtl ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
  if (key === later || key === 'ArrowUp') return Math.min(last, at + 1)
  if (key === earlier || key === 'ArrowDown') return Math.max(0, at - 1)
  if (key === 'Home') return 0
  return key === 'End' ? last : null
}

interface BarProps {
  readonly bar: DaySales
  readonly before: DaySales | null
  readonly x: number
  readonly yOf: (value: number) => number
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function Bar({ bar, before, x, yOf, isChosen, onChoose }: BarProps) {
  const [from, to] = [x + MARGIN, x + STEP - MARGIN]
  return (
    <g onPointerEnter={onChoose} onPointerDown={onChoose}>
      <rect className={isChosen ? 'bar-ground is-chosen' : 'bar-ground'} x={x} width={STEP} height={HEIGHT} />
      {bar.editions.map(({ edition, cents: sold }, place) => {
        const below = bar.editions.slice(0, place).reduce((sum, one) => sum + one.cents, 0)
        return (
          <rect
            key={edition}
            className={toneOf(place)}
            x={from}
            y={yOf(below + sold)}
            width={to - from}
            height={HEIGHT - yOf(sold)}
          />
        )
      })}
      {before === null || before.total.cents === 0 ? null : (
        <line
          className="before-mark"
          x1={x}
          x2={x + STEP}
          y1={yOf(before.total.cents)}
          y2={yOf(before.total.cents)}
        />
      )}
    </g>
  )
}

/** The days of the first, the middle and the last bar. Its units are percent, so that letters are not stretched. */
function DayAxis({ bars, isRtl }: { readonly bars: readonly DaySales[]; readonly isRtl: boolean }) {
  const { language } = useAdmin()
  const last = bars.length - 1
  const [startX, endX] = isRtl ? [100, 0] : [0, 100]
  const middle = Math.floor(last / 2)
  const middleX = (((isRtl ? last - middle : middle) + 0.5) / bars.length) * 100
  const labels = [
    { index: 0, x: startX, anchor: 'start' },
    ...(last >= 2 ? [{ index: middle, x: middleX, anchor: 'middle' } as const] : []),
    ...(last >= 1 ? [{ index: last, x: endX, anchor: 'end' } as const] : []),
  ] as const
  return (
    <svg className="axis-days" aria-hidden="true">
      {labels.map(({ index, x, anchor }) => (
        <text key={index} className={`axis-${anchor}`} x={`${String(x)}%`} y="14" textAnchor={anchor}>
          {formatDay(language, bars[index]?.day ?? '')}
        </text>
      ))}
    </svg>
  )
}
