import { passCookie } from '#server/captcha/pass-cookie.ts'
import { issuePass } from '#server/captcha/passes.ts'
import { openDatabase, type Db } from '#server/db/database.ts'
import { until } from '#test/until.ts'

/** Solved captchas: solving one takes a second of a core, which the buyers of a proof would not leave to the shop. */
export interface Passes {
  /** The cookie of a solved captcha, as soon as there is one. */
  take(): Promise<string>
  /** Throws away those that were made before a cookie was: a database that crashed has forgotten all passes. */
  refuse(cookie: string): void
  /** Makes new ones instead of those that are left, as soon as the database answers. */
  fill(): Promise<void>
}

const BATCH = 100
/** The longest time that a database of the proof is away. */
const WITHIN_MS = 600_000

/** @param url of the database, beside the shops' connections. */
export function createPasses(url: string): Passes {
  let batch = new Set<string>()
  const left: string[] = []
  let filling: Promise<void> | null = null
  const fill = async () => {
    const fresh = await withDatabase(url, issueBatch)
    batch = new Set(fresh)
    left.splice(0, left.length, ...fresh)
  }
  // while the database is away nobody can solve a captcha: the next buyer tries again
  const refill = () => {
    filling ??= fill()
      .catch(() => undefined)
      .finally(() => (filling = null))
  }
  return {
    async take() {
      await until(
        () => {
          if (left.length === 0) refill()
          return left.length > 0
        },
        { what: 'a captcha pass', withinMs: WITHIN_MS, everyMs: 100 },
      )
      return left.shift() ?? ''
    },
    refuse(cookie) {
      if (batch.has(cookie)) left.length = 0
    },
    async fill() {
      await until(() => isDone(fill()), {
        what: 'a database for captcha passes',
        withinMs: WITHIN_MS,
        everyMs: 500,
      })
    },
  }
}

async function isDone(work: Promise<void>): Promise<boolean> {
  try {
    await work
    return true
  } catch {
    return false // it is tried again
  }
}

async function issueBatch(db: Db): Promise<readonly string[]> {
  const cookies: string[] = []
  for (let made = 0; made < BATCH; made += 1)
    cookies.push(passCookie(await issuePass(db, new Date()), false).split(';')[0] ?? '')
  return cookies
}

/** Runs `work` over a connection of its own. */
export async function withDatabase<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const { db, close } = openDatabase(url, { max: 1 })
  try {
    return await work(db)
  } finally {
    await close()
  }
}
