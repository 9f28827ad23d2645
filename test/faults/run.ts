import { appendFileSync, existsSync } from 'node:fs'
import { access, chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { FAULTS_SETTINGS, openDatabases } from './databases.ts'
import { runMutations } from './run-mutations.ts'
import { runSeed, type SeedOptions, type SeedReport, type SeedRun } from './run-seeds.ts'
import { FAILED_SEEDS } from './failed-seeds.ts'
import { SCENARIOS, type ScenarioName } from './scenarios.ts'
import { createSummary, describeSeed, optionsOf } from './summary.ts'

// npm run faults -- --seeds 1000 --from 1 --jobs 2 [--scenario NAME] [--events N] [--out FILE]
// npm run faults -- --seeds 0 replays the seeds that ever failed, which every run begins with, and no others
// npm run faults -- --seed 17 [--only 3,5,9] [--log]
// npm run faults -- --out FILE --summary
// npm run faults -- --mutations [--only-mutation NAME] [--seeds 2000]

/** Seeds that one worker runs before a new one takes its place, so that its memory stays small. */
const SEEDS_PER_WORKER = 100

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    only: { type: 'string' },
    scenario: { type: 'string' },
    events: { type: 'string' },
    // draws plans as they were drawn before databases failed in them
    former: { type: 'boolean', default: false },
    jobs: { type: 'string', default: '1' },
    log: { type: 'boolean', default: false },
    // a line of JSON for each seed; seeds that have one are not run again
    out: { type: 'string' },
    // only adds up what --out has, whatever is still running
    summary: { type: 'boolean', default: false },
    quiet: { type: 'boolean', default: false },
    // leaves out the seeds that ever failed
    'no-replay': { type: 'boolean', default: false },
    'no-shrink': { type: 'boolean', default: false },
    // stops at the first seed that breaks one of these promises
    until: { type: 'string' },
    mutations: { type: 'boolean', default: false },
    'only-mutation': { type: 'string', multiple: true, default: [] },
    // how the command starts its own workers
    worker: { type: 'string' },
    url: { type: 'string' },
  },
})

const options: SeedOptions = {
  only: values.only === undefined ? undefined : new Set(values.only.split(',').map(Number)),
  shrinks: !values['no-shrink'],
  keepsLog: values.log,
}

if (values.worker !== undefined && values.url !== undefined) await work(values.worker, values.url)
else if (values.mutations) await mutate()
else if (values.summary) await summarize()
else await lead()

function scenarioOf(name: string | undefined): ScenarioName | undefined {
  if (name === undefined || name in SCENARIOS) return name as ScenarioName | undefined
  throw new RangeError(`expected one of ${Object.keys(SCENARIOS).join(', ')}, got ${name}`)
}

/** Runs the seeds that arrive on standard input, one line each, and writes one report per line. */
async function work(name: string, url: string): Promise<void> {
  const databases = await openDatabases(url, name)
  for await (const line of createInterface({ input: process.stdin })) {
    const { seed, ...drawing } = JSON.parse(line) as SeedRun
    const report = await runSeed(databases, seed, { ...options, ...drawing })
    process.stdout.write(`${JSON.stringify(report)}\n`)
  }
  await databases.close()
}

async function mutate(): Promise<void> {
  const { seeds, from, jobs, events } = values
  const limits = { seeds: Number(seeds), from: Number(from), jobs: Number(jobs), events }
  let missed = 0
  await runMutations(values['only-mutation'], limits, (result) => {
    if (result.seeds === null) missed += 1
    const how =
      result.seeds === null
        ? result.message
        : `found after ${String(result.seeds)} seeds (seed ${result.seed}, ${result.rule}: ${result.message.slice(0, 120)})`
    console.log(`${result.name}: ${result.fault}: ${how}`)
  })
  process.exitCode = missed > 0 ? 1 : 0
}

async function summarize(): Promise<void> {
  const summary = createSummary()
  for (const report of await readReports(values.out)) summary.add(report)
  console.log(summary.text())
}

async function lead(): Promise<void> {
  const folder = await mkdtemp(join(await temporaryFolder(), 'keyhold-faults-'))
  // the account that PostgreSQL runs as must be able to enter it, and to create its socket
  await chmod(folder, 0o755)
  const sockets = join(folder, 'sockets')
  await mkdir(sockets)
  await chmod(sockets, 0o777)
  const postgres = await startEmbeddedPostgres({
    dataFolder: folder,
    settings: [...FAULTS_SETTINGS, `unix_socket_directories=${sockets}`],
  })
  const url = `${postgres.url}?host=${encodeURIComponent(sockets)}`
  const runs = seedRuns()
  const summary = createSummary()
  for (const report of await readReports(values.out)) {
    const at = runs.findIndex((run) => optionsOf(run) === optionsOf(report))
    if (at === -1) continue
    runs.splice(at, 1)
    summary.add(report)
  }
  // ends after the seeds that are under way, with the summary of those that were run
  process.once('SIGTERM', () => (runs.length = 0))
  try {
    await Promise.all(
      Array.from({ length: Math.min(Number(values.jobs), runs.length) }, (_, at) =>
        runWorker(`w${String(at + 1)}`, url, runs, (report) => {
          summary.add(report)
          if (values.out !== undefined) appendFileSync(values.out, `${JSON.stringify(report)}\n`)
          if (!values.quiet || report.violations.length > 0) console.log(describeSeed(report))
          const broken = report.violations.find(({ rule }) => values.until?.split(',').includes(rule))
          if (broken === undefined) return
          console.log(`FOUND ${report.seed} ${broken.rule}: ${broken.message}`)
          runs.length = 0
        }),
      ),
    )
    console.log(summary.text())
    process.exitCode = summary.failed() > 0 ? 1 : 0
  } finally {
    await postgres.stop()
    await rm(postgres.clusterFolder, { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  }
}

/** The seeds that ever failed, and then those that were asked for. */
function seedRuns(): SeedRun[] {
  const scenario = scenarioOf(values.scenario)
  const events = values.events === undefined ? undefined : Number(values.events)
  const isFormer = values.former ? true : undefined
  if (values.seed !== undefined) return [{ seed: values.seed, scenario, events, isFormer }]
  const first = Number(values.from)
  const asked = Array.from({ length: Number(values.seeds) }, (_, at) => ({
    seed: String(first + at),
    scenario,
    events,
    isFormer,
  }))
  return values['no-replay'] ? asked : [...FAILED_SEEDS, ...asked]
}

/** The reports that an earlier run with the same `--out` has written. */
async function readReports(file: string | undefined): Promise<readonly SeedReport[]> {
  if (file === undefined || !existsSync(file)) return []
  const lines = (await readFile(file, 'utf8')).trim().split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as SeedReport)
}

/** In memory where Linux offers that. */
async function temporaryFolder(): Promise<string> {
  const inMemory = '/dev/shm'
  return access(inMemory).then(
    () => inMemory,
    () => tmpdir(),
  )
}

async function runWorker(
  name: string,
  url: string,
  runs: SeedRun[],
  onReport: (report: SeedReport) => void,
): Promise<void> {
  while (runs.length > 0) {
    const args = [
      ...process.execArgv,
      '--max-semi-space-size=32',
      import.meta.filename,
      ...process.argv.slice(2),
      '--worker',
      name,
      '--url',
      url,
    ]
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
    const next = (given: number) => {
      const run = given < SEEDS_PER_WORKER ? runs.shift() : undefined
      if (run === undefined) child.stdin.end()
      else child.stdin.write(`${JSON.stringify(run)}\n`)
    }
    let given = 0
    next(given++)
    for await (const line of createInterface({ input: child.stdout })) {
      onReport(JSON.parse(line) as SeedReport)
      next(given++)
    }
    const code = await ended
    if (code !== 0) throw new Error(`a worker ended with ${String(code)}`)
  }
}
