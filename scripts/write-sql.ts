import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { fillReferenceTables } from '#server/db/fill-reference-tables.ts'
import { migrate } from '#server/db/migrate.ts'
import { explainStatements } from '#test/sql/explain-statements.ts'
import {
  formatFiles,
  mergeStatements,
  readStatements,
  SENDING_TESTS,
  STATEMENT_FOLDER,
  type Statement,
} from '#test/sql/statement-files.ts'

// npm run sql: runs the tests that run the shop's code in their own process, and writes test/sql/MODULE.sql anew.
// npm run sql -- TESTS: adds what these tests send.

const folder = await mkdtemp(join(tmpdir(), 'keyhold-sql-'))
try {
  const tests = process.argv.slice(2)
  const isWhole = tests.length === 0
  const recorded = await recordStatements(isWhole ? SENDING_TESTS : tests)
  const explained = await explain(mergeStatements(readStatements(), recorded, isWhole))
  for (const [name, content] of formatFiles(explained)) await writeFile(join(STATEMENT_FOLDER, name), content)
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function recordStatements(tests: readonly string[]): Promise<readonly Statement[]> {
  const { status } = spawnSync('npx', ['vitest', 'run', ...tests], {
    stdio: 'inherit',
    env: { ...process.env, KEYHOLD_STATEMENTS: folder },
  })
  if (status !== 0) throw new Error('expected the tests to pass')
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json'))
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))
  return texts.flatMap((text) => JSON.parse(text) as Statement[])
}

async function explain(statements: readonly Statement[]): Promise<readonly Statement[]> {
  const postgres = await startEmbeddedPostgres({ dataFolder: join(folder, 'data'), settings: ['fsync=off'] })
  try {
    await migrate(postgres.url)
    const database = openDatabase(postgres.url, { max: 1 })
    await fillReferenceTables(database.db)
    const explained = await explainStatements(database.db, statements)
    await database.close()
    return explained
  } finally {
    await postgres.stop()
    await rm(postgres.clusterFolder, { recursive: true, force: true })
  }
}
