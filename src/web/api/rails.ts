import type { OfferedRail } from '#shared/api.ts'
import type { CallOptions } from './call-shop.ts'
import { readOrThrow } from './query-client.ts'

/** Reads which rails accept new orders now, and why the others do not. */
export function readRails(options: CallOptions): Promise<readonly OfferedRail[]> {
  return readOrThrow<readonly OfferedRail[]>('/data/rails', options)
}
