import type { CompiledQuery, QueryResult } from 'kysely'
import type { Db } from './database.ts'
import { batchOf } from './pg-connection.ts'

type ResultsOf<Queries extends readonly CompiledQuery<unknown>[]> = {
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
export async function together<const Queries extends readonly CompiledQuery<unknown>[]>(
  db: Db,
  ...queries: Queries
): Promise<ResultsOf<Queries>> {
  const { rows } = await db.executeQuery(batchOf(queries as readonly CompiledQuery[]))
  return rows as unknown as ResultsOf<Queries>
}
