import { channel, tracingChannel, type Channel, type TracingChannel } from 'node:diagnostics_channel'
import type { WorkContext } from './work-context.ts'

// Work that metrics and traces tell of. Without a subscriber, a channel only calls the function that it is given.

type Store = WorkContext | undefined
/** A channel of one kind of work, whose messages are its facts. */
export type WorkChannel<Facts extends object> = TracingChannel<Store, Facts>
const workChannel = <Facts extends object>(name: string): WorkChannel<Facts> =>
  tracingChannel<Store, Facts>(`keyhold:${name}`)

export interface RequestBegun {
  /** Of everything that is done for it. */
  readonly context: WorkContext
  readonly method: string
  /** Its pattern, never its path. */
  readonly route: string
  /** Of a trusted proxy; none of anybody else. */
  readonly headers: Readonly<Record<string, unknown>>
}

export interface RequestEnded extends Omit<RequestBegun, 'headers'> {
  /** 499 if the client went away. */
  readonly status: number
  readonly seconds: number
}

/** A request was received. */
export const REQUEST_BEGUN = channel('keyhold:request-begun') as Channel<Store, RequestBegun>
/** Its reply was sent, or its client went away. */
export const REQUEST_ENDED = channel('keyhold:request-ended') as Channel<Store, RequestEnded>
/** A connection of the pool is waited for, or opened. */
export const DATABASE_WAIT = workChannel<object>('database-wait')
/** Statements are sent together, and their answers awaited. */
export const STATEMENTS = workChannel<{ readonly queries: readonly { readonly sql: string }[] }>('statements')
/** A chain is read once, and the orders that it pays are settled. */
export const CHAIN_LOOK = workChannel<{ readonly chain: string }>('chain-look')
/** A mail is given to the mail server. */
export const MAIL = workChannel<{
  readonly template: string
  readonly orderId: string | null
  /** Since it was queued. */
  readonly queuedForMs: number
}>('mail')
