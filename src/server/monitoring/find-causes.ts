import { formatMib } from '#server/machine/disk-space.ts'
import { wrongClockOf } from '#server/machine/machine-health.ts'
import type { MachineState } from '#server/machine/machine.ts'
import type { AlertCause } from '#server/alerts/raise-alert.ts'
import type { AlertFacts } from '#shared/alerts.ts'
import { railOf } from '#shared/rails.ts'
import { MAIL_STUCK_AFTER_S, type EditionState, type ShopState } from './read-shop-state.ts'

/** How long a cause must last before staff are told, and be gone before they are told that it is over, in seconds. */
interface HoldDown {
  readonly raiseAfterS: number
  readonly closeAfterS: number
}

/** The alerts that follow from the state of the shop. What comes and goes is told neither at once nor at every change. */
export const WATCHED_KINDS = {
  'rail-closed': { raiseAfterS: 120, closeAfterS: 600 },
  'no-rate': { raiseAfterS: 120, closeAfterS: 600 },
  'order-review': { raiseAfterS: 0, closeAfterS: 60 },
  'refund-requested': { raiseAfterS: 0, closeAfterS: 0 },
  'stock-low': { raiseAfterS: 60, closeAfterS: 3600 },
  'sold-out': { raiseAfterS: 60, closeAfterS: 600 },
  'keys-missing': { raiseAfterS: 0, closeAfterS: 60 },
  'mail-stuck': { raiseAfterS: 0, closeAfterS: 120 },
  'mails-refused': { raiseAfterS: 60, closeAfterS: 120 },
  'keys-not-mailed': { raiseAfterS: 0, closeAfterS: 60 },
  'disk-low': { raiseAfterS: 60, closeAfterS: 600 },
  'disk-full': { raiseAfterS: 0, closeAfterS: 120 },
  'clock-wrong': { raiseAfterS: 60, closeAfterS: 120 },
  'record-failed': { raiseAfterS: 60, closeAfterS: 60 },
} as const satisfies Readonly<Record<string, HoldDown>>

/** A kind of alert that follows from the state of the shop. */
export type WatchedKind = keyof typeof WATCHED_KINDS

/** Those about the machine of a process, which the processes of other machines know nothing of. Their subject is its name. */
export const MACHINE_KINDS: readonly WatchedKind[] = ['disk-low', 'disk-full', 'clock-wrong', 'record-failed']

/** What an alert is about, as it is now. What only its alert states is null: `completeCause` adds it. */
export type Cause = AlertCause<WatchedKind>

const LOW_STOCK_DAYS = 7

/** The causes of alerts in a state of the shop. */
export function findCauses({
  rails,
  currenciesWithoutRate,
  stock,
  mail,
  ordersInReview,
  refundsRequested,
  machine,
}: ShopState): readonly Cause[] {
  const closed = rails.filter(({ reason }) => reason !== null && CLOSED_REASONS.has(reason))
  const coins = new Set(
    rails.filter(({ reason }) => reason === 'no_rate').map(({ network }) => railOf(network).asset),
  )
  return [
    ...closed.map(({ network, reason }) => causeOf('rail-closed', network, { reason, lagS: null })),
    ...[...coins, ...currenciesWithoutRate].map((coin) => causeOf('no-rate', coin, { rateAt: null })),
    ...ordersInReview.map((id) => causeOf('order-review', id, { flags: null })),
    ...refundsRequested.map((id) => causeOf('refund-requested', id, { refund: null, refundAddress: null })),
    ...stock
      .filter(isLow)
      .map((one) =>
        causeOf('stock-low', one.edition, { free: Math.max(0, one.free), daysLeft: daysLeft(one) }),
      ),
    ...stock
      .filter(({ isSoldOut }) => isSoldOut)
      .map(({ edition, waiting }) => causeOf('sold-out', edition, { waitingCopies: waiting })),
    ...stock
      .filter(({ waiting }) => waiting > 0)
      .map(({ edition, waiting }) => causeOf('keys-missing', edition, { waitingCopies: waiting })),
    ...mailCauses(mail),
    ...machineCauses(machine),
  ]
}

function causeOf<Kind extends WatchedKind>(
  kind: Kind,
  subject: string,
  facts: AlertFacts<Kind>,
): AlertCause<Kind> {
  return { kind, subject, facts }
}

/** Of a server that does not answer one alert is enough. */
function mailCauses(mail: ShopState['mail']): readonly Cause[] {
  const { waiting, refused, keysWaiting } = mail
  const oldestS = Math.floor(mail.oldestS)
  if (mail.oldestUnrefusedS > MAIL_STUCK_AFTER_S)
    return [causeOf('mail-stuck', 'shop', { waitingMails: waiting, oldestS })]
  return [
    ...(mail.isRefusing ? [causeOf('mails-refused', 'shop', { refused, reply: null })] : []),
    ...(keysWaiting > 0 ? [causeOf('keys-not-mailed', 'shop', { waitingKeys: keysWaiting })] : []),
  ]
}

function machineCauses(machine: MachineState): readonly Cause[] {
  const { host, isRecordFailing } = machine
  const [worst] = machine.disks
    .filter(({ level }) => level !== 'ok')
    .sort((one, other) => Number(other.level === 'full') - Number(one.level === 'full'))
  const aheadS = wrongClockOf(machine)
  const facts = {
    place: worst?.place ?? null,
    freeRoom: worst?.freeBytes == null ? null : formatMib(worst.freeBytes),
  }
  return [
    ...(worst === undefined ? [] : [causeOf('disk-low', host, facts)]),
    ...(worst?.level === 'full' && worst.place !== 'backups' ? [causeOf('disk-full', host, facts)] : []),
    ...(aheadS === null
      ? []
      : [
          causeOf('clock-wrong', host, {
            clockAheadS: aheadS > 0 ? aheadS : null,
            clockBehindS: aheadS < 0 ? -aheadS : null,
          }),
        ]),
    ...(isRecordFailing ? [causeOf('record-failed', host, {})] : []),
  ]
}

/** The others are known to the operator, or have an alert of their own. */
const CLOSED_REASONS: ReadonlySet<string> = new Set([
  'node_down',
  'node_lags',
  'node_mismatch',
  'no_address',
  'no_reader',
])

/** How many days the free keys last at the pace of the last week, rounded down; null if nothing was sold. */
export function daysLeft({ free, soldInWeek }: EditionState): number | null {
  return soldInWeek === 0 ? null : Math.floor((Math.max(0, free) * 7) / soldInWeek)
}

/** An edition without any key yet is a pre-order whose keys come later. */
function isLow(edition: EditionState): boolean {
  const days = daysLeft(edition)
  return edition.total > 0 && days !== null && days < LOW_STOCK_DAYS
}
