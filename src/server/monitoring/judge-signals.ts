import { WATCHED_KINDS, type Cause, type WatchedKind } from './find-causes.ts'

/** A cause as it was stored: since when it is seen, and since when it is gone. */
export interface Signal {
  readonly kind: WatchedKind
  readonly subject: string
  readonly since: Date
  readonly goneSince: Date | null
  /** Staff were told. */
  readonly isRaised: boolean
}

/** What follows from the causes that are present now. */
export interface SignalChanges {
  readonly raise: readonly Cause[]
  readonly close: readonly Signal[]
  /** New or changed. */
  readonly store: readonly Signal[]
  readonly forget: readonly Signal[]
}

/**
 * Compares the stored signals with the causes that are present. A cause that has lasted is told once; while it comes and
 * goes faster than its time to close, it is one event.
 */
export function judgeSignals(stored: readonly Signal[], present: readonly Cause[], now: Date): SignalChanges {
  const byName = new Map(stored.map((signal) => [nameOf(signal), signal]))
  const presentNames = new Set(present.map(nameOf))
  const raise: Cause[] = []
  const close: Signal[] = []
  const store: Signal[] = []
  const forget: Signal[] = []
  for (const cause of present) {
    const { kind, subject } = cause
    const before = byName.get(nameOf(cause))
    // a time of the future was stored before the clock was set back
    const since = before === undefined || before.since > now ? now : before.since
    const isDue = ageS(since, now) >= WATCHED_KINDS[kind].raiseAfterS
    const signal = { kind, subject, since, goneSince: null, isRaised: before?.isRaised === true || isDue }
    if (isDue && before?.isRaised !== true) raise.push(cause)
    const isAsStored =
      before?.since === since && before.goneSince === null && before.isRaised === signal.isRaised
    if (!isAsStored) store.push(signal)
  }
  for (const signal of stored.filter((one) => !presentNames.has(nameOf(one)))) {
    const goneSince = signal.goneSince === null || signal.goneSince > now ? now : signal.goneSince
    const isOver = ageS(goneSince, now) >= WATCHED_KINDS[signal.kind].closeAfterS
    if (isOver && signal.isRaised) close.push(signal)
    if (isOver || !signal.isRaised) forget.push(signal)
    else if (signal.goneSince !== goneSince) store.push({ ...signal, goneSince })
  }
  return { raise, close, store, forget }
}

function nameOf({ kind, subject }: Pick<Signal, 'kind' | 'subject'>): string {
  return `${kind} ${subject}`
}

function ageS(since: Date, now: Date): number {
  return (now.getTime() - since.getTime()) / 1000
}
