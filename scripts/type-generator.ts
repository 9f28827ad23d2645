import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const GENERATOR = fileURLToPath(new URL('../node_modules/kysely-codegen/dist/cli/bin.js', import.meta.url))
const SCHEMA = fileURLToPath(new URL('../src/server/db/schema.ts', import.meta.url))
/** The types that `typeReaders` in db/database.ts returns. */
const TYPES = { int8: 'bigint', numeric: 'bigint', timestamptz: 'Date' }

/**
 * Runs kysely-codegen over a migrated database.
 *
 * @param how `'write'` replaces src/server/db/schema.ts, `'verify'` throws if it differs.
 * @returns the generator's output.
 */
export async function runTypeGenerator(url: string, how: 'write' | 'verify'): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    GENERATOR,
    '--dialect=postgres',
    `--url=${url}`,
    `--out-file=${SCHEMA}`,
    `--type-mapping=${JSON.stringify(TYPES)}`,
    '--exclude-pattern=migrations',
    '--log-level=info',
    ...(how === 'verify' ? ['--verify'] : []),
  ])
  return stdout
}
