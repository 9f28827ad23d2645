/** One item that was not done, as the reader knows it, and why. */
export interface NotDone {
  readonly id: string
  readonly name: string
  readonly reason: string
}

/** What came of an action on many items. */
export interface BatchResult {
  readonly done: readonly string[]
  readonly notDone: readonly NotDone[]
}

/** The answer about a part of the items; null if the shop did not answer. */
type Answer = {
  readonly done: readonly string[]
  readonly refused: readonly { readonly id: string; readonly reason: string }[]
} | null

interface Batch {
  readonly ids: readonly string[]
  /** Items of one call: few enough that its progress is seen. */
  readonly perCall: number
  readonly nameOf: (id: string) => string
  /** Why an item is not done whose call got no answer. */
  readonly unfinished: string
  readonly send: (ids: readonly string[]) => Promise<Answer>
  readonly onProgress: (count: number) => void
}

/** Acts on many items, a few in each call. After a call without an answer the rest is left alone. */
export async function runBatch(batch: Batch): Promise<BatchResult> {
  const { ids, perCall, nameOf, unfinished, send, onProgress } = batch
  const done: string[] = []
  const notDone: NotDone[] = []
  for (let start = 0; start < ids.length; start += perCall) {
    const answer = await send(ids.slice(start, start + perCall))
    if (answer === null) {
      const rest = ids.slice(start).map((id) => ({ id, name: nameOf(id), reason: unfinished }))
      return { done, notDone: [...notDone, ...rest] }
    }
    done.push(...answer.done)
    notDone.push(...answer.refused.map(({ id, reason }) => ({ id, name: nameOf(id), reason })))
    onProgress(Math.min(ids.length, start + perCall))
  }
  return { done, notDone }
}
