import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { builtIntegrity, type Integrity } from '#server/site/integrity.ts'
import { LEGAL_DOCUMENTS } from '#shared/game-legal.ts'
import { LANGUAGES } from '#shared/languages.ts'
import { CommandError, UsageError, type CommandContext } from './command.ts'
import { pageFaults, type AllowedContent } from './page-faults.ts'

const DIST_FOLDER = fileURLToPath(new URL('../../../dist/', import.meta.url))
/** The page of an order is the same for every id; this one does not exist. */
const NO_ORDER = '00000000-0000-4000-8000-000000000000'
const PAGES = [
  ...LANGUAGES.map((language) => `/?lang=${language}`),
  ...LEGAL_DOCUMENTS.map((name) => `/legal/${name}`),
  '/credits',
  '/order',
  `/order/${NO_ORDER}`,
  '/recover',
  '/sign-in',
  '/no-such-page',
]
const TIMEOUT_MS = 20_000
const AT_ONCE = 6

/**
 * `verify-site URL`: compares what a URL serves with the build in dist: each file of the release byte by byte, and each page's
 * scripts, styles and content security policy. It does not believe what the site says about itself.
 */
export async function runVerifySite({ args, out }: CommandContext): Promise<number> {
  const { site, origins } = readArguments(args)
  if (!existsSync(DIST_FOLDER)) throw new CommandError('there is no build to compare with: npm run build')
  const built = builtIntegrity(DIST_FOLDER)
  const allowed: AllowedContent = { ...built, origins }
  const faults = [
    ...(await listFaults(site, built)),
    ...(await eachOf(Object.entries(built.files), (file) => fileFaults(site, file))),
    ...(await eachOf(PAGES, async (path) => {
      const { text, policy } = await read(site, path)
      return pageFaults({ html: text, policy }, allowed).map((fault) => `${path}: ${fault}`)
    })),
  ]
  for (const fault of faults) out(fault)
  const checked = `${String(Object.keys(built.files).length)} files and ${String(PAGES.length)} pages compared`
  out(
    faults.length === 0
      ? `${checked}: all are of this release`
      : `${checked}: ${String(faults.length)} faults`,
  )
  return faults.length === 0 ? 0 : 1
}

function readArguments(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { allow: { type: 'string', multiple: true } },
  })
  const [site, ...rest] = [...positionals, ...(values.allow ?? [])].map((text) => {
    const url = URL.canParse(text) ? new URL(text) : null
    if (url === null || !/^https?:$/.test(url.protocol))
      throw new UsageError('expected a URL that begins with https://')
    return url.origin
  })
  if (site === undefined || positionals.length !== 1) throw new UsageError('expected one URL')
  return { site, origins: rest }
}

/** Compares the site's own list with the build. An older or newer release shows here first. */
async function listFaults(site: string, built: Integrity): Promise<readonly string[]> {
  const { text, status } = await read(site, '/integrity.json')
  if (status !== 200) return [`/integrity.json: answered with status ${String(status)}`]
  const same = text.trim() === JSON.stringify(built, null, 2)
  return same ? [] : ['/integrity.json: names other files than this build; is it of the same release?']
}

async function fileFaults(site: string, [path, hash]: readonly [string, string]): Promise<readonly string[]> {
  const { bytes, status } = await read(site, path)
  if (status !== 200) return [`${path}: answered with status ${String(status)}`]
  return createHash('sha256').update(bytes).digest('hex') === hash ? [] : [`${path}: differs from the build`]
}

interface Answer {
  readonly status: number
  readonly bytes: Buffer
  readonly text: string
  readonly policy: string | null
}

async function read(site: string, path: string): Promise<Answer> {
  try {
    // a redirect could lead to another site
    const response = await fetch(site + path, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
    const bytes = Buffer.from(await response.arrayBuffer())
    const policy = response.headers.get('content-security-policy')
    return { status: response.status, bytes, text: bytes.toString(), policy }
  } catch (cause) {
    throw new CommandError(`${path} could not be read`, { cause })
  }
}

/** Runs `work` for each item, a few at once; the results are in the order of the items. */
async function eachOf<T>(
  items: readonly T[],
  work: (item: T) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const results: (readonly string[])[] = []
  for (let at = 0; at < items.length; at += AT_ONCE) {
    results.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(work))))
  }
  return results.flat()
}
