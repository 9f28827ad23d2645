import { setImmediate as nextRound } from 'node:timers/promises'
import type { StatementFault } from './statement-faults.ts'
import type { Timers } from './timers.ts'

/** What a gate lets through. `'commit'` ends a transaction; `'read'` changes nothing. */
export type GateKind = 'begin' | 'read' | 'write' | 'commit' | 'rollback' | 'call' | 'mail'

/** A fault that a gate can be released with. */
export type GateFault =
  /** The connection breaks before the statement reaches the database. */
  | 'lost before'
  /** The connection breaks after the database did it: the caller learns nothing. */
  | 'lost after'
  /** The connection falls silent before the statement reaches the database: no answer, and no error. */
  | 'silent before'
  /** It falls silent after the database did it. */
  | 'silent after'
  /** The database answers with an error. */
  | StatementFault

/** What became of an operation. `'blocked'`: it waits for a lock. `'unanswered'`: nobody will ever answer. */
export type GateState = 'done' | 'blocked' | 'unanswered'

/** An operation outside of its process that waits for the scheduler: a statement, a call to a node, a mail. */
export interface Gate {
  readonly process: string
  readonly kind: GateKind
  readonly label: string
  /** Does it. `'blocked'`: a statement that waits for a lock of a transaction whose next gate was not released yet. */
  perform(fault: GateFault | null): Promise<GateState>
  /** For a blocked gate: whether it is done now, or still waits. */
  recheck?(): Promise<GateState>
  /** For one that is blocked or unanswered: its limit is over. */
  expire?(): Promise<void>
  /** Hands the outcome to the process. @returns a few stable words about it for the log. */
  deliver(): string
}

/** Holds back every operation until it is released; only one is under way at a time. */
export interface Gates {
  park(gate: Gate): void
  /** The gates that may be released now, in the order of their arrival. */
  ready(): readonly Gate[]
  /** The gates that wait for a lock. */
  blocked(): readonly Gate[]
  /** Releases a gate, and then all whose locks that freed. @returns what was delivered, for the log. */
  release(gate: Gate, fault: GateFault | null): Promise<readonly string[]>
  /** Forgets the gates of a process that was killed. The caller ends their transactions and then calls `unblock`. */
  drop(process: string): readonly Gate[]
  /** Delivers what no lock holds back any more. */
  unblock(): Promise<readonly string[]>
  /** Work that passes no gate, and that takes real time: it is done before anything else happens. */
  doFirst<Result>(work: Promise<Result>): Promise<Result>
  /** Lets code run that was just handed something, until all of it waits at gates again. */
  untilParked(): Promise<void>
}

/** How long a statement waits for a lock, and how long a process waits for an answer, in the world's time. */
export const LIMITS = { lockMs: 5_000, answerMs: 8_000, idleInTransactionMs: 10_000 } as const

const FREES_LOCKS: ReadonlySet<GateKind> = new Set<GateKind>(['commit', 'rollback', 'write'])

/** Creates the gates of one run. */
export function createGates(timers: Timers): Gates {
  let waiting: Gate[] = []
  let locked: Gate[] = []
  let unanswered: Gate[] = []
  const underWay = new Set<Promise<unknown>>()

  const untilParked = async (): Promise<void> => {
    await nextRound()
    while (underWay.size > 0) {
      await Promise.allSettled(underWay)
      await nextRound()
    }
  }

  const hand = async (gate: Gate): Promise<string> => {
    const words = gate.deliver()
    await untilParked()
    return `${gate.process} ${gate.kind} ${gate.label} ${words}`
  }

  const unblock = async (): Promise<readonly string[]> => {
    const delivered: string[] = []
    const free: Gate[] = []
    // a statement that is done may have held the lock of one that was asked before it
    for (let found = -1; found !== free.length && locked.length > 0;) {
      found = free.length
      for (const gate of locked) if ((await gate.recheck?.()) === 'done') free.push(gate)
      locked = locked.filter((gate) => !free.includes(gate))
    }
    for (const gate of free) delivered.push(await hand(gate))
    return delivered
  }

  const expire = async (gate: Gate): Promise<readonly string[]> => {
    if (!locked.includes(gate) && !unanswered.includes(gate)) return []
    locked = locked.filter((one) => one !== gate)
    unanswered = unanswered.filter((one) => one !== gate)
    await gate.expire?.()
    return [await hand(gate), ...(await unblock())]
  }

  const hold = (gate: Gate, state: 'blocked' | 'unanswered'): string => {
    if (state === 'blocked') locked.push(gate)
    else unanswered.push(gate)
    // a lock is only waited for while its holder goes on, which needs no time of the world
    const [ms, awaited] =
      state === 'blocked' ? ([LIMITS.lockMs, 'idle'] as const) : ([LIMITS.answerMs, 'awaited'] as const)
    timers.after(ms, awaited, () => expire(gate))
    return `${gate.process} ${gate.kind} ${gate.label} ${state === 'blocked' ? 'waits for a lock' : 'is not answered'}`
  }

  return {
    park: (gate) => void waiting.push(gate),
    ready: () => waiting,
    blocked: () => locked,
    async release(gate, fault) {
      waiting = waiting.filter((one) => one !== gate)
      const state = await gate.perform(fault)
      if (state === 'blocked') return [hold(gate, state)]
      const delivered = [state === 'unanswered' ? hold(gate, state) : await hand(gate)]
      if (locked.length > 0 && (FREES_LOCKS.has(gate.kind) || fault !== null))
        delivered.push(...(await unblock()))
      return delivered
    },
    drop(process) {
      const dropped = locked.filter((gate) => gate.process === process)
      waiting = waiting.filter((gate) => gate.process !== process)
      locked = locked.filter((gate) => gate.process !== process)
      unanswered = unanswered.filter((gate) => gate.process !== process)
      return dropped
    },
    unblock,
    untilParked,
    async doFirst(work) {
      underWay.add(work)
      try {
        return await work
      } finally {
        underWay.delete(work)
      }
    },
  }
}
