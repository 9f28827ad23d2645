// Runs every check and every test, one after the other: `npm test`. The last line is the sum: `N passed, M failed`.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'

const RESULTS = '.cache/test-results'
const UNIT = `${RESULTS}/unit.json`
const BROWSER = `${RESULTS}/browser.json`

rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS, { recursive: true })
const started = performance.now()
const results = [
  check('format', 'prettier', ['--check', '--log-level=warn', '.']),
  check('lint', 'eslint', ['.']),
  check('styles', 'stylelint', ['src/web/**/*.css', '--allow-empty-input']),
  check('unused', 'knip', []),
  check('types', 'tsc', ['-b']),
  unitTests(),
  ...(existsSync('test/e2e') ? [browserTests()] : []),
]

console.log()
for (const { name, passed, failed, skipped, seconds } of results) {
  const left = skipped > 0 ? `, ${skipped} SKIPPED` : ''
  console.log(
    `${failed > 0 ? '✗' : '✓'} ${name.padEnd(8)} ${passed} passed, ${failed} failed${left} (${seconds} s)`,
  )
}
const sum = (field) => results.reduce((total, result) => total + result[field], 0)
console.log(`all in ${secondsSince(started)} s`)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
process.exitCode = sum('failed') > 0 ? 1 : 0

/** A check counts as one test. */
function check(name, program, args) {
  const { status, seconds } = run(name, program, args)
  return { name, passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0, seconds }
}

function unitTests() {
  const { status, seconds } = run('unit', 'vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${UNIT}`,
  ])
  const report = readReport(UNIT)
  const passed = report?.numPassedTests ?? 0
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0)
  return { name: 'unit', passed, skipped, seconds, failed: failedOf(status, report?.numFailedTests) }
}

function browserTests() {
  const { status, seconds } = run('browser', 'playwright', ['test', '--reporter=line,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: BROWSER,
  })
  const stats = readReport(BROWSER)?.stats
  const passed = (stats?.expected ?? 0) + (stats?.flaky ?? 0)
  return {
    name: 'browser',
    passed,
    skipped: stats?.skipped ?? 0,
    seconds,
    failed: failedOf(status, stats?.unexpected),
  }
}

/** A runner that failed without a failed test (it crashed, or found no tests) counts as one failure. */
function failedOf(status, counted = 0) {
  return status === 0 ? counted : Math.max(1, counted)
}

function run(name, program, args, environment = {}) {
  console.log(`\n— ${name}`)
  const began = performance.now()
  const { status, error } = spawnSync(`node_modules/.bin/${program}`, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...colours(), ...environment },
    shell: process.platform === 'win32',
  })
  if (error !== undefined) console.log(`${program} did not run: ${error.message}`)
  return { status: status ?? 1, seconds: secondsSince(began) }
}

/** A log is read as text. */
function colours() {
  return process.stdout.isTTY ? {} : { FORCE_COLOR: '0' }
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

function secondsSince(began) {
  return ((performance.now() - began) / 1000).toFixed(1)
}
