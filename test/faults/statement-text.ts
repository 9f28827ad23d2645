import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { GateKind } from './gates.ts'

const CLOCK = 'clock_timestamp()'
const TERMINATE = /pg_terminate_backend\((\w+\.)?pid\)/

/** A statement as it is sent: the time is the world's, and which sessions are ended is told instead of done at some moment. */
export function queryOf(text: string, values: readonly unknown[], now: Date): pg.QueryConfig {
  const isOfWorld = text.includes(CLOCK) || TERMINATE.test(text)
  if (!isOfWorld) return { text, values: [...values], name: nameOf(text) }
  const sent = text
    .replaceAll(CLOCK, `timestamptz '${now.toISOString()}'`)
    .replace(TERMINATE, (_call, of: string | undefined) => `${of ?? ''}pid as terminated`)
  return { text: sent, values: [...values] }
}

/** The processes of the sessions that a statement has ended. */
export function terminatedBy(
  text: string,
  { rows }: pg.QueryResult<{ terminated?: number }>,
): readonly number[] {
  return TERMINATE.test(text) ? rows.map(({ terminated = 0 }) => terminated) : []
}

/** What a statement does, by its text. */
export function kindOf(text: string): GateKind {
  if (text === 'commit') return 'commit'
  if (text === 'rollback') return 'rollback'
  if (text === 'begin') return 'begin'
  return /(?<!for )\bupdate\b|\binsert into\b|\bdelete from\b|\bpg_notify\b/i.test(text) ? 'write' : 'read'
}

const names = new Map<string, string>()

/** A short stable name of a statement: its first words and a digest. */
export function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const words = text.replace(/\s+/g, ' ').trim().slice(0, 48)
  // also the name of the prepared statement, of which PostgreSQL keeps 63 bytes
  const name = `${words.slice(0, 40)} ${createHash('sha256').update(text).digest('hex').slice(0, 8)}`
  names.set(text, name)
  return name
}
