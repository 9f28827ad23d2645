import * as z from 'zod'
import { EditionField } from './api.ts'

/** The edition of lines without one. */
export const ImportQuery = z.object({ edition: EditionField.optional() })
/** The id in the path of an import. */
export const ImportParams = z.object({ id: z.uuid() })
/** Commits a checked import. `isPartial` adds the good lines of a list with bad ones, which is refused otherwise. */
export const ImportCommitRequest = z.strictObject({
  importId: z.uuid(),
  isPartial: z.boolean().default(false),
})
/** Why a line of a list of keys is bad, the gravest first. */
export const LINE_FAULTS = [
  'encoding',
  'columns',
  'edition-unknown',
  'edition-missing',
  'characters',
  'length',
] as const
export type LineFault = (typeof LINE_FAULTS)[number]
/** A checked list of keys: how many would be added, and which lines, counted from 1, would not. */
export const KeyImport = z.object({
  id: z.uuid(),
  status: z.enum(['reading', 'checked', 'running', 'done']),
  lines: z.int(),
  good: z.int(),
  duplicates: z.int(),
  bad: z.int(),
  /** The first hundred line numbers of each. */
  duplicateLines: z.array(z.int()),
  badLines: z.array(z.int()),
  /** Why lines are bad, with the first hundred line numbers of each cause. */
  faults: z.array(z.object({ fault: z.enum(LINE_FAULTS), count: z.int(), lines: z.array(z.int()) })),
  /** Of the good ones, still to be added. */
  editions: z.record(EditionField, z.int()),
  /** The number added so far, while the import is running. */
  added: z.int(),
})
export type KeyImport = z.infer<typeof KeyImport>
/** The state of an import. */
export const KeyImportReply = z.object({ success: z.literal(true), import: KeyImport })
