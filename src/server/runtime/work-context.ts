import { AsyncLocalStorage } from 'node:async_hooks'

/** What a piece of work is about. Every line that is logged during it says so. */
export interface WorkContext {
  readonly requestId?: string
  /** Set once the order is known. */
  orderId?: string
  /** What traces continue, as their exporter stores it. */
  trace?: unknown
}

/** The context of the current work, also in code that it calls and awaits. */
export const workContext = new AsyncLocalStorage<WorkContext>()

/** Does work that is about one order; without its id, work that will find it out. */
export function aboutOrder<Result>(orderId: string | null, work: () => Result): Result {
  const { orderId: _other, ...context } = workContext.getStore() ?? {}
  return workContext.run(orderId === null ? context : { ...context, orderId }, work)
}

/** Begins work that is no part of the current work, although it caused it. */
export function apart<Result>(work: () => Result): Result {
  return workContext.exit(work)
}

/** Says which order the current work turned out to be about. */
export function noteOrder(orderId: string): void {
  const context = workContext.getStore()
  if (context !== undefined) context.orderId = orderId
}
