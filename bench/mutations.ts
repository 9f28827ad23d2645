import { readFile } from 'node:fs/promises'
import { matchesGlob, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { startTestPostgres } from '#test/global-setup.ts'
import { ACCEPTED_MUTANTS } from './mutations/accepted-mutants.ts'
import { judgeMutants, type Mutant, type Verdict } from './mutations/judge-mutants.ts'
import { MUTATED_MODULES, type MutatedModule, type MutatedModuleName } from './mutations/modules.ts'
import { addSqlMutators } from './mutations/sql-mutators.ts'

const NAMES = Object.keys(MUTATED_MODULES) as MutatedModuleName[]
const USAGE = `usage: npm run bench -- mutations [${NAMES.join('|')}] [--files GLOB] [--force] [--concurrency N]`

/**
 * Changes the code of a module in one place after the other, and tells which changes its tests do not notice. What was measured
 * before is kept in `.cache/mutations`: only what changed since is tried again, or all with `--force`. Ends with 1 if a module is
 * below its budget.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      files: { type: 'string' },
      force: { type: 'boolean', default: false },
      concurrency: { type: 'string', default: '1' },
    },
  })
  const names = positionals.length === 0 ? NAMES : NAMES.filter((name) => positionals.includes(name))
  if (names.length === 0) throw new Error(USAGE)
  await addSqlMutators()
  const postgres = await startTestPostgres()
  process.env.KEYHOLD_BENCH_POSTGRES = postgres.url
  try {
    for (const name of names) {
      const module: MutatedModule = MUTATED_MODULES[name]
      const files = values.files === undefined ? module.files : [values.files]
      const measured = await measure(name, { ...module, files }, values.force, Number(values.concurrency))
      const verdict = judgeMutants(measured, ACCEPTED_MUTANTS)
      print(name, module, verdict)
      if (values.files === undefined && verdict.score < (module.budget ?? 0)) process.exitCode = 1
    }
  } finally {
    await postgres.stop()
  }
}

async function measure(
  name: string,
  { files, tests }: MutatedModule,
  force: boolean,
  concurrency: number,
): Promise<readonly Mutant[]> {
  const results = await new Stryker({
    testRunner: 'vitest',
    plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
    vitest: { configFile: 'bench/mutations/vitest.config.ts', related: false },
    // `register-….ts` only hands on what the shop is composed of
    mutate: [...files, '!**/*.test.ts', '!**/register-*.ts'],
    testFiles: [...tests],
    // texts are read by people, and what the shop sends to its database is changed by our own mutators
    mutator: { excludedMutations: ['StringLiteral'] },
    // it would be a line in every file, and some tests read files
    disableTypeChecks: false,
    coverageAnalysis: 'perTest',
    // what a file computes when it is loaded: tests share loaded modules, so that such a mutant takes no effect
    ignoreStatic: true,
    incremental: true,
    incrementalFile: `.cache/mutations/${name}.json`,
    force,
    concurrency,
    // a mutant may make a test wait for what never comes; beside one and a half times what the tests took
    timeoutMS: 20_000,
    dryRunTimeoutMinutes: 60,
    ignorePatterns: ['.cache', 'data', 'dist', 'art', 'release', 'bench/fixtures'],
    tempDirName: `.cache/mutations/${name}-sandbox`,
    warnings: false,
    reporters: ['progress-append-only'],
    logLevel: 'warn' as NonNullable<Options['logLevel']>,
    allowConsoleColors: false,
  }).runMutationTest()
  const texts = new Map<string, readonly string[]>()
  const mutants: Mutant[] = []
  for (const { fileName, location, mutatorName, replacement, status } of results) {
    const file = relative(process.cwd(), fileName)
    // earlier results of other files are kept, and reported
    if (!files.some((glob) => matchesGlob(file, glob))) continue
    const lines = texts.get(file) ?? (await readFile(file, 'utf8')).split('\n')
    texts.set(file, lines)
    mutants.push({
      file,
      line: location.start.line,
      mutator: mutatorName,
      original: textAt(lines, location),
      replacement,
      status,
    })
  }
  return mutants
}

type Options = ConstructorParameters<typeof Stryker>[0]

interface Place {
  readonly line: number
  readonly column: number
}

/** Lines and columns begin with 1; the end is behind the last character. */
function textAt(
  lines: readonly string[],
  { start, end }: { readonly start: Place; readonly end: Place },
): string {
  const within = lines.slice(start.line - 1, end.line)
  const cut = within.with(-1, (within.at(-1) ?? '').slice(0, end.column - 1))
  return cut.with(0, (cut[0] ?? '').slice(start.column - 1)).join('\n')
}

function print(
  name: string,
  { budget, without }: MutatedModule,
  { found, accepted, survivors, score }: Verdict,
): void {
  for (const { file, line, mutator, original, replacement, status } of survivors) {
    const reached = status === 'NoCoverage' ? ', which no test reaches' : ''
    console.log(
      `${file}:${String(line)} ${mutator}${reached}\n- ${shorten(original)}\n+ ${shorten(replacement)}`,
    )
  }
  const counts = `${String(found)} found, ${String(survivors.length)} not, ${String(accepted)} accepted`
  const goal = budget === null ? 'no budget yet' : `budget ${String(budget)} %`
  const left = without === null ? '' : `; without ${without}`
  console.log(`${name}: ${score.toFixed(1)} % (${counts}; ${goal}${left})`)
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > 160 ? `${line.slice(0, 160)} …` : line
}
