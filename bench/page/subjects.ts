import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveShop } from '#test/served-shop.ts'
import { makeNext } from '../fixtures/make-next.ts'
import { makePlain } from '../fixtures/make-plain.ts'
import { serveFolder } from './serve-folder.ts'

const CACHE = '.cache/bench'

export type SubjectName = 'ours' | 'plain' | 'next'

export interface Subject {
  readonly name: SubjectName
  /** Ends with a slash. */
  readonly url: string
}

export interface Subjects {
  readonly all: readonly Subject[]
  stop(): Promise<void>
}

/** Serves our page by the real shop, and the fixtures from memory. Next.js is left out, with a message, if it is not available. */
export async function serveSubjects(): Promise<Subjects> {
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-bench-'))
  const shop = await serveShop({
    KEYHOLD_DATA: join(folder, 'shop'),
    KEYHOLD_LIMITS: 'off',
  })
  await makePlain(join(CACHE, 'plain'))
  const plain = await serveFolder(join(CACHE, 'plain'))
  const built = await makeNext(join(CACHE, 'next'))
  if (built.kind === 'missing') console.warn(`SKIPPED: Next.js cannot be measured here. ${built.reason}`)
  const next = built.kind === 'missing' ? null : await serveFolder(built.files)
  const url = new URL('/', shop.url).href
  return {
    all: [
      { name: 'ours', url },
      { name: 'plain', url: plain.url },
      ...(next === null ? [] : [{ name: 'next', url: next.url } as const]),
    ],
    async stop() {
      await Promise.all([shop.stop(), plain.stop(), next?.stop()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
