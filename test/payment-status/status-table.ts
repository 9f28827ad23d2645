import type { PaymentStatus } from '#shared/payment-status.ts'
import { SITUATIONS, type Situation, type StatusEvent, type StatusOutcome } from '#shared/status-events.ts'
import { decide, EVENTS } from './events.ts'
import { SITUATION_FACTS } from './situations.ts'

/** The file that has the table. */
export const TABLE_FILE = 'src/shared/payment-status-table.ts'

/** The events in their order. */
export const EVENT_NAMES = Object.keys(EVENTS) as readonly StatusEvent[]
/** The statuses in their order. */
export const STATUSES = Object.keys(SITUATIONS) as readonly PaymentStatus[]

/** What the function says after an event in a situation. */
export function outcomeOf(situation: Situation, event: StatusEvent): StatusOutcome {
  const facts = EVENTS[event](SITUATION_FACTS[situation])
  if (facts === null) return null
  const { status, flags } = decide(facts)
  return [status, ...flags]
}

/** The table as text, an event a line. */
export function writeTable(): string {
  const rows = STATUSES.map((status) => {
    const events = EVENT_NAMES.map((event) => {
      const cells = SITUATIONS[status].map((situation) => `'${situation}': ${cellOf(situation, event)}`)
      return `    '${event}': { ${cells.join(', ')} },`
    })
    return `  ${status}: {\n${events.join('\n')}\n  },`
  })
  return `import type { StatusTable } from './status-events.ts'

/** What \`nextStatus\` says: written by \`npm run docs:generate\`, and compared by a test. */
export const PAYMENT_STATUS_TABLE: StatusTable = {
${rows.join('\n')}
}
`
}

function cellOf(situation: Situation, event: StatusEvent): string {
  const outcome = outcomeOf(situation, event)
  return outcome === null ? 'null' : `[${outcome.map((one) => `'${one}'`).join(', ')}]`
}
