import type { CompiledQuery, QueryResult } from 'kysely'
import type { Db } from './database.ts'
import { batchOf, laterOf } from './pg-connection.ts'

type ResultsOf<Queries extends readonly CompiledQuery[]> = {
  readonly [Index in keyof Queries]: Queries[Index] extends CompiledQuery<infer Row>
    ? QueryResult<Row>
    : never
}

/**
 * Executes statements that do not need each other's answers in one round trip, in this order.
 *
 * @returns their results; of a statement without rows, `numAffectedRows`.
 * @throws the first error. In a transaction the statements after it have no effect; outside of one they have.
 */
export async function together<const Queries extends readonly CompiledQuery[]>(
  db: Db,
  ...queries: Queries
): Promise<ResultsOf<Queries>> {
  const { rows } = await db.executeQuery(batchOf(queries as readonly CompiledQuery[]))
  return rows as unknown as ResultsOf<Queries>
}

/**
 * Executes a statement whose answer nobody needs: in a transaction together with the next one, at the latest with its
 * commit. If it fails, that one does, and the transaction with it.
 */
export async function sendLater(tx: Db, query: CompiledQuery): Promise<void> {
  await tx.executeQuery(laterOf(query))
}
