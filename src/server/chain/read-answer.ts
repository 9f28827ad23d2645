import type * as z from 'zod'
import { NodeFault } from './node-http.ts'

/**
 * Validates a node's answer.
 *
 * @throws {NodeFault} `'malformed'` if the answer has another shape, so that the next node is asked.
 */
export function readAnswer<Shape>(method: string, schema: z.ZodType<Shape>, answer: unknown): Shape {
  const read = schema.safeParse(answer)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const where = issue === undefined ? '' : [...issue.path, issue.message].join('.')
  throw new NodeFault('malformed', `${method}: expected another answer: ${where}`)
}
