import type { PaymentStatus } from '#shared/payment-status.ts'
import { SITUATIONS, type Situation, type StatusEvent } from '#shared/status-events.ts'
import { format } from 'prettier'
import { EVENT_NAMES, outcomeOf, STATUSES } from './status-table.ts'

/** Where the page is, and its drawing. */
export const PAGE_FILE = 'docs/payment-status.md'
export const GRAPH_FILE = 'docs/charts/payment-status.svg'

const INTRODUCTION = `# The statuses of a payment

What every event does in every status, as \`nextStatus\` in \`src/shared/payment-status.ts\` answers. \`npm run docs:generate\`
writes this page, its drawing and \`src/shared/payment-status-table.ts\`, and a test compares all three with the function.
What a buyer sees and staff do: [what happens to money](what-happens-to-money.md).

An order is for one price, with a window of 15 minutes. "The rest" is what is missing, or the whole price once more if
nothing is. Money arrives as deep as asked unless an event says otherwise.

Each row of the drawing is a change of status, from the dot to the tip, by the events with the numbers at its end. To be
seen in it: \`refunded\` is never left, and no arrow leads from \`confirmed\` to \`expired\` or \`invalid\`.

![The statuses of a payment and the events that change them](charts/payment-status.svg)

## Events

| no. | event |
| --: | --- |
${EVENT_NAMES.map((event, number) => `| ${String(number)} | ${event} |`)
  .slice(1)
  .join('\n')}

In the tables below a dot is no change. A dash is what cannot happen: the shop refuses it, or nothing is there that it could
happen to. Columns are situations in which the same event has different results.
`

/** The page as text. */
export async function writePage(): Promise<string> {
  const text = [INTRODUCTION, ...STATUSES.map(sectionOf)].join('\n')
  return format(text, { parser: 'markdown', printWidth: 110 })
}

function sectionOf(status: PaymentStatus): string {
  const situations: readonly Situation[] = SITUATIONS[status]
  const numbered = EVENT_NAMES.map((event, number) => ({ event, number })).slice(1)
  const cellsOf = (event: StatusEvent) => situations.map((situation) => cellOf(situation, event))
  const rows = numbered
    .map(({ event, number }) => ({ event, number, cells: cellsOf(event) }))
    .filter(({ cells }) => cells.some((cell) => cell !== '–' && cell !== '·'))
  const unlisted = numbered.filter(({ event }) => !rows.some((row) => row.event === event))
  const isPossible = ({ event }: { readonly event: StatusEvent }) => cellsOf(event).includes('·')
  return [
    `## ${status}\n`,
    `| no. | event | ${situations.join(' | ')} |`,
    `| --: | --- |${situations.map(() => ' --- |').join('')}`,
    ...rows.map(({ event, number, cells }) => `| ${String(number)} | ${event} | ${cells.join(' | ')} |`),
    `\n- No change: ${rangesOf(unlisted.filter(isPossible))}.`,
    `- Cannot happen: ${rangesOf(unlisted.filter((one) => !isPossible(one)))}.\n`,
  ].join('\n')
}

/** Numbers of events as "3, 5–7". */
function rangesOf(events: readonly { readonly number: number }[]): string {
  const ranges: { readonly first: number; last: number }[] = []
  for (const { number } of events) {
    const range = ranges.at(-1)
    if (range !== undefined && range.last + 1 === number) range.last = number
    else ranges.push({ first: number, last: number })
  }
  const texts = ranges.map(({ first, last }) =>
    first === last ? String(first) : `${String(first)}–${String(last)}`,
  )
  return texts.length === 0 ? 'none' : `events ${texts.join(', ')}`
}

function cellOf(situation: Situation, event: StatusEvent): string {
  const outcome = outcomeOf(situation, event)
  if (outcome === null) return '–'
  const before = outcomeOf(situation, 'nothing happens')
  if (String(before) === String(outcome)) return '·'
  const [status, ...flags] = outcome
  return [status, ...flags.map((flag) => `\`${flag}\``)].join(' ')
}
