// Runs every check and every test: `npm test`. The last line is the sum: `N passed, M failed`.
// `npm test -- --changed` runs the checks, and the tests that what changed since `main` can reach; `--changed COMMIT` since it.
// The unit tests run beside the checks and the browser tests: each of them waits too often to use two cores alone.
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { changedFiles, filesOfCheckout, findAffectedTests } from './affected-tests.ts'

const RESULTS = '.cache/test-results'
const UNIT = `${RESULTS}/unit.json`
const BROWSER = `${RESULTS}/browser.json`
const SLOWEST = 20
/** The lines of an error that are printed again at the end. */
const ERROR_LINES = 25
const GIGABYTE = 1024 ** 3

rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS, { recursive: true })
const started = performance.now()
const transcript = createTranscript()
const running = new Set()
/** Why tests are skipped, as they print it. */
const reasons = new Set()
const memoryFolder = createMemoryFolder()
process.once('exit', () => {
  if (memoryFolder !== null) rmSync(memoryFolder, { recursive: true, force: true })
})
process.once('SIGTERM', () => {
  for (const child of running) child.kill()
  process.exit(143)
})
const { values, positionals } = parseArgs({
  options: { changed: { type: 'boolean' } },
  allowPositionals: true,
})
const changed = values.changed === true ? changedFiles(positionals[0]) : null
/** Null: all. */
const affected = changed === null ? null : findAffectedTests(changed, filesOfCheckout())
if (affected !== null) {
  const count = (tests) => String(tests.length)
  console.log(
    `${count(changed)} changed files reach ${count(affected.unit)} files of unit tests and ${count(affected.browser)} of browser tests`,
  )
}
const lanes = [
  [
    check('format', 'prettier', ['--check', '--log-level=warn', '--ignore-unknown', ...formatted()]),
    check('lint', 'oxlint', []),
    check('styles', 'stylelint', ['src/web/**/*.css', '--allow-empty-input']),
    check('unused', 'knip', []),
    ...(affected?.browser.length === 0 ? [] : [browserTests(affected?.browser ?? [])]),
  ],
  // the longest
  affected?.unit.length === 0 ? [] : [unitTests(affected?.unit ?? [])],
]
const results = (await Promise.all(lanes.map(runInTurn))).flat()

console.log()
for (const { name, passed, failed, skipped, seconds } of results) {
  const left = skipped > 0 ? `, ${skipped} SKIPPED` : ''
  console.log(
    `${failed > 0 ? '✗' : '✓'} ${name.padEnd(8)} ${passed} passed, ${failed} failed${left} (${seconds} s)`,
  )
}
for (const reason of reasons) console.log(`  ${reason}`)
printSlowest()
printFailures()
const sum = (field) => results.reduce((total, result) => total + result[field], 0)
console.log(`all in ${secondsSince(started)} s`)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
process.exitCode = sum('failed') > 0 ? 1 : 0

/** What is checked for its format: of a removed file nothing is left. */
function formatted() {
  return changed === null || changed.length === 0 ? ['.'] : changed.filter((file) => existsSync(file))
}

async function runInTurn(stages) {
  const done = []
  for (const stage of stages) done.push(await stage())
  return done
}

/** Prints the slowest test files, for whoever wants to know where the time goes. */
function printSlowest() {
  const unit = (readReport(UNIT)?.testResults ?? []).map(({ name, startTime, endTime }) => ({
    file: relative(process.cwd(), name),
    seconds: (endTime - startTime) / 1000,
  }))
  const browser = (readReport(BROWSER)?.suites ?? []).map((suite) => ({
    file: join('test/e2e', suite.file),
    seconds: milliseconds(suite) / 1000,
  }))
  const slowest = [...unit, ...browser].sort((one, other) => other.seconds - one.seconds).slice(0, SLOWEST)
  if (slowest.length > 0) console.log(`\nthe slowest ${slowest.length} test files, in seconds`)
  for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)}  ${file}`)
  console.log()
}

/** Prints every failed test again: a log may be cut anywhere but at its end. */
function printFailures() {
  const unit = (readReport(UNIT)?.testResults ?? []).flatMap(({ name, message, assertionResults }) => {
    const file = relative(process.cwd(), name)
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    const ownMessage = message === '' ? [] : [{ title: file, errors: [message] }]
    return failed.length === 0
      ? ownMessage
      : failed.map(({ fullName, failureMessages }) => ({
          title: `${file} › ${fullName}`,
          errors: failureMessages,
        }))
  })
  const browser = (readReport(BROWSER)?.suites ?? []).flatMap(listFailedSpecs)
  for (const { title, errors } of [...unit, ...browser]) {
    console.log(`✗ ${title}`)
    for (const error of errors) {
      const lines = stripVTControlCharacters(error).split('\n').slice(0, ERROR_LINES)
      console.log(`${lines.map((line) => `    ${line}`).join('\n')}\n`)
    }
  }
}

/** The failed tests of a suite of Playwright's report. */
function listFailedSpecs({ suites = [], specs = [] }) {
  const failed = specs.filter(({ ok }) => !ok)
  const own = failed.map(({ file, line, title, tests }) => ({
    title: `${join('test/e2e', file)}:${line} › ${title}`,
    errors: tests.flatMap(({ results }) =>
      results.flatMap(({ errors }) => errors.map(({ message }) => message ?? '')),
    ),
  }))
  return [...own, ...suites.flatMap(listFailedSpecs)]
}

/** The duration of a suite of Playwright's report: that of its tests, one after another. */
function milliseconds({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ tests }) =>
    tests.flatMap(({ results }) => results.map(({ duration }) => duration)),
  )
  return [...own, ...suites.map(milliseconds)].reduce((total, one) => total + one, 0)
}

/** A check counts as one test. */
function check(name, program, args) {
  const run = createStage(name, program, args)
  return async () => {
    const { status, seconds } = await run()
    return { name, passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0, seconds }
  }
}

/** @param files none: all. */
function unitTests(files) {
  const run = createStage('unit', 'vitest', [
    'run',
    ...files,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${UNIT}`,
  ])
  return async () => {
    const { status, seconds } = await run()
    const report = readReport(UNIT)
    const passed = report?.numPassedTests ?? 0
    const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0)
    return { name: 'unit', passed, skipped, seconds, failed: failedOf(status, report?.numFailedTests) }
  }
}

/** @param files none: all. */
function browserTests(files) {
  const run = createStage('browser', 'playwright', ['test', ...files, '--reporter=line,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: BROWSER,
  })
  return async () => {
    const { status, seconds } = await run()
    const stats = readReport(BROWSER)?.stats
    const passed = (stats?.expected ?? 0) + (stats?.flaky ?? 0)
    const skipped = stats?.skipped ?? 0
    return { name: 'browser', passed, skipped, seconds, failed: failedOf(status, stats?.unexpected) }
  }
}

/** A runner that failed without a failed test (it crashed, or found no tests) counts as one failure. */
function failedOf(status, counted = 0) {
  return status === 0 ? counted : Math.max(1, counted)
}

/** Stages are shown in the order in which they are created. */
function createStage(name, program, args, environment = {}) {
  const output = transcript.append()
  return async () => {
    output.write(`\n— ${name}\n`)
    const began = performance.now()
    const child = spawn(`node_modules/.bin/${program}`, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...colours(), ...temporaryFolder(), ...environment },
      shell: process.platform === 'win32',
    })
    running.add(child)
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', output.write)
      createInterface({ input: stream }).on('line', noteReason)
    }
    const status = await new Promise((resolve) => {
      child.once('close', (code) => resolve(code ?? 1))
      child.once('error', (error) => {
        output.write(`${program} did not run: ${error.message}\n`)
        resolve(1)
      })
    })
    running.delete(child)
    output.end()
    return { status, seconds: secondsSince(began) }
  }
}

function noteReason(line) {
  const reason = /SKIPPED[:,] .*/.exec(stripVTControlCharacters(line))?.[0]
  if (reason !== undefined) reasons.add(reason)
}

/** Shows the output of parts in their order: of the first that has not ended as it comes, of the others when it is their turn. */
function createTranscript() {
  const parts = []
  let shown = 0
  const show = () => {
    for (let part = parts[shown]; part !== undefined; part = parts[shown]) {
      for (const chunk of part.chunks.splice(0)) process.stdout.write(chunk)
      if (!part.isEnded) return
      shown += 1
    }
  }
  return {
    append() {
      const part = { chunks: [], isEnded: false }
      parts.push(part)
      return {
        write(chunk) {
          part.chunks.push(chunk)
          show()
        },
        end() {
          part.isEnded = true
          show()
        },
      }
    },
  }
}

/**
 * Tests create databases of hundreds of files, more than a thousand times: in memory that takes a quarter of the CPU.
 * Null if there is too little memory for that.
 */
function createMemoryFolder() {
  const base = '/dev/shm'
  if (process.platform !== 'linux' || !existsSync(base)) return null
  const { bavail, bsize } = statfsSync(base)
  if (bavail * bsize < 3 * GIGABYTE || process.availableMemory() < 5 * GIGABYTE) return null
  const folder = mkdtempSync(`${base}/keyhold-`)
  // PostgreSQL may run as another user
  chmodSync(folder, 0o755)
  return folder
}

function temporaryFolder() {
  return memoryFolder === null ? {} : { TMPDIR: memoryFolder }
}

/** A log is read as text. The programs write to a pipe and cannot see a terminal behind it. */
function colours() {
  return { FORCE_COLOR: process.stdout.isTTY ? '1' : '0' }
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

function secondsSince(began) {
  return ((performance.now() - began) / 1000).toFixed(1)
}
