import type { PaymentStatus } from '#shared/payment-status.ts'
import { SITUATIONS, type StatusEvent } from '#shared/status-events.ts'
import { EVENT_NAMES, outcomeOf, STATUSES } from './status-table.ts'

/** An arrow: the events that lead from one status to another. */
interface Arrow {
  readonly from: PaymentStatus
  readonly to: PaymentStatus
  readonly events: readonly StatusEvent[]
}

/** The statuses from left to right: most arrows are short then. */
const COLUMNS: Readonly<Record<PaymentStatus, number>> = {
  expired: 0,
  pending: 1,
  partial: 2,
  detected: 3,
  confirmed: 4,
  review: 5,
  refunded: 6,
  invalid: 7,
}
const WIDTH = 1000
const LEFT = 70
const COLUMN = 110
const HEAD = { width: 96, height: 30, top: 12 }
const ROWS_TOP = 70
const ROW = 21
const GAP = 9
const NUMBERS = LEFT + 7 * COLUMN + 34
const LEGEND = { row: 19, columns: 3 }
/** Readable on the light and the dark ground of a page that shows the file as a picture. */
const STYLE = `text{font:13px system-ui,sans-serif;fill:#1f2328}.status{font-size:14px;font-weight:600;text-anchor:middle}.head{fill:#fff;stroke:#2f6fab;stroke-width:1.5}.life{stroke:#d1d9e0}.arrow{stroke:#2f6fab;stroke-width:2}.tip{fill:#2f6fab}@media(prefers-color-scheme:dark){text{fill:#e6edf3}.head{fill:#0d1117;stroke:#6ab0f3}.life{stroke:#3d444d}.arrow{stroke:#6ab0f3}.tip{fill:#6ab0f3}}`

/** The arrows between statuses. */
export const ARROWS: readonly Arrow[] = STATUSES.flatMap((from) => {
  const leads = (event: StatusEvent, to: PaymentStatus) =>
    SITUATIONS[from].some((situation) => outcomeOf(situation, event)?.[0] === to)
  return STATUSES.filter((to) => to !== from)
    .map((to) => ({ from, to, events: EVENT_NAMES.filter((event) => leads(event, to)) }))
    .filter(({ events }) => events.length > 0)
})

/** Draws the statuses as lines, with a row for each pair that events lead between: from the dot to the tip. */
export function drawStatusGraph(): string {
  let y = ROWS_TOP
  let before: PaymentStatus | null = null
  const rows = ARROWS.map((arrow) => {
    if (before !== null && before !== arrow.from) y += GAP
    before = arrow.from
    y += ROW
    return drawRow(arrow, y)
  })
  const bottom = y + 14
  const legend = drawLegend(bottom + 30)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(WIDTH)} ${String(legend.bottom)}" width="${String(WIDTH)}" height="${String(legend.bottom)}" role="img" aria-label="The statuses of a payment and the events that change them">` +
    `<style>${STYLE}</style>\n` +
    [...STATUSES.map((status) => drawStatus(status, bottom)), ...rows, ...legend.lines].join('\n') +
    '\n</svg>\n'
  )
}

const columnOf = (status: PaymentStatus) => LEFT + COLUMNS[status] * COLUMN

function drawStatus(status: PaymentStatus, bottom: number): string {
  const x = columnOf(status)
  return (
    `<line class="life" x1="${String(x)}" y1="${String(HEAD.top + HEAD.height)}" x2="${String(x)}" y2="${String(bottom)}"/>` +
    `<rect class="head" x="${String(x - HEAD.width / 2)}" y="${String(HEAD.top)}" width="${String(HEAD.width)}" height="${String(HEAD.height)}" rx="6"/>` +
    `<text class="status" x="${String(x)}" y="${String(HEAD.top + 20)}">${status}</text>`
  )
}

function drawRow({ from, to, events }: Arrow, y: number): string {
  const [start, end] = [columnOf(from), columnOf(to)]
  const back = end > start ? -9 : 9
  return (
    `<line class="arrow" x1="${String(start)}" y1="${String(y)}" x2="${String(end + back)}" y2="${String(y)}"/>` +
    `<circle class="tip" cx="${String(start)}" cy="${String(y)}" r="4.5"/>` +
    `<path class="tip" d="M${String(end)} ${String(y)}l${String(back * 1.2)} -5v10z"/>` +
    `<text x="${String(NUMBERS)}" y="${String(y + 4)}">${numbersOf(events)}</text>`
  )
}

/** Numbers of events, as in the tables of the page; neighbours as a range. */
function numbersOf(events: readonly StatusEvent[]): string {
  const numbers = events.map((event) => EVENT_NAMES.indexOf(event))
  const parts: string[] = []
  for (let at = 0; at < numbers.length;) {
    let last = at
    while (numbers[last + 1] === numbers[last]! + 1) last += 1
    parts.push(
      last - at > 1
        ? `${String(numbers[at])}–${String(numbers[last])}`
        : numbers.slice(at, last + 1).join(' '),
    )
    at = last + 1
  }
  return parts.join(' ')
}

function drawLegend(top: number): { readonly lines: readonly string[]; readonly bottom: number } {
  const names = EVENT_NAMES.slice(1)
  const rows = Math.ceil(names.length / LEGEND.columns)
  const lines = names.map((name, index) => {
    const x = 24 + Math.floor(index / rows) * (WIDTH / LEGEND.columns)
    const y = top + (index % rows) * LEGEND.row
    return `<text x="${String(x)}" y="${String(y)}">${String(index + 1)}  ${name}</text>`
  })
  return { lines, bottom: top + rows * LEGEND.row }
}
