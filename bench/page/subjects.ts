import { join } from 'node:path'
import { makeNext } from '../fixtures/make-next.ts'
import { makePlain } from '../fixtures/make-plain.ts'
import type { Bench } from '../with-bench.ts'
import { serveFolder } from './serve-folder.ts'

const CACHE = '.cache/bench'

export type SubjectName = 'ours' | 'plain' | 'next'

export interface Subject {
  readonly name: SubjectName
  /** Ends with a slash. */
  readonly url: string
}

/** Serves our page by the real shop, and the fixtures from memory. Next.js is left out, with a message, if it is not available. */
export async function serveSubjects(bench: Bench): Promise<readonly Subject[]> {
  const shop = await bench.shop()
  await makePlain(join(CACHE, 'plain'))
  const plain = await serveFolder(join(CACHE, 'plain'))
  bench.defer(() => plain.stop())
  const built = await makeNext(join(CACHE, 'next'))
  if (built.kind === 'missing') console.warn(`SKIPPED: Next.js cannot be measured here. ${built.reason}`)
  const next = built.kind === 'missing' ? null : await serveFolder(built.files)
  if (next !== null) bench.defer(() => next.stop())
  return [
    { name: 'ours', url: new URL('/', shop.url).href },
    { name: 'plain', url: plain.url },
    ...(next === null ? [] : [{ name: 'next', url: next.url } as const]),
  ]
}
