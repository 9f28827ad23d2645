import type { KyselyPlugin } from 'kysely'

/** What {@link cutOffAt} throws. */
export class CutOffError extends Error {}

/** Cuts the work off at one statement, as a kill does: the open transaction is rolled back. */
export function cutOffAt(statement: number): KyselyPlugin {
  let count = 0
  return {
    transformQuery: ({ node }) => {
      count += 1
      if (count === statement) throw new CutOffError()
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
}
