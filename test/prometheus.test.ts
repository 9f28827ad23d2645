import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useTestDatabase } from './use-test-database.ts'
import { serveShop, type ServedShop } from './served-shop.ts'
import { until } from './until.ts'
import { temporaryFolder } from './temporary-folder.ts'

const run = promisify(execFile)
const TOKEN = 'a-token-of-enough-characters'
const RULES = 'deploy/prometheus/keyhold.rules.yml'
const DASHBOARD = 'deploy/grafana/keyhold.json'

/** Debian's promtool; null, with the reason on standard error, if there is none. */
async function findPromtool(): Promise<string | null> {
  try {
    return (
      await run('scripts/get-debian-program.sh', ['prometheus', 'usr/bin/promtool', '--version'])
    ).stdout.trim()
  } catch (thrown) {
    const { code, stderr } = thrown as { code?: unknown; stderr?: string }
    if (code !== 3) throw thrown
    process.stderr.write(`\nSKIPPED, every test of alert rules: ${stderr ?? ''}\n`)
    return null
  }
}

const promtool = await findPromtool()
const folder = temporaryFolder()
const database = useTestDatabase()
let shop: ServedShop
let metrics: string

async function readMetrics(): Promise<string> {
  const reply = await fetch(`${shop.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  return reply.text()
}

beforeAll(async () => {
  shop = await serveShop({ DATABASE_URL: database.url, KEYHOLD_METRICS_TOKEN: TOKEN })
  await fetch(shop.url)
  await until(async () => /_chain_look_seconds_count\{chain="bitcoin"\} [1-9]/.test(await readMetrics()))
  metrics = await readMetrics()
})
afterAll(async () => {
  await shop.stop()
})

async function promtoolSays(...words: readonly string[]): Promise<string> {
  const { stdout, stderr } = await run(promtool ?? '', words).catch(
    (failure: unknown) => failure as { stdout: string; stderr: string },
  )
  return `${stdout}${stderr}`
}

interface Dashboard {
  readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[]
}

describe.skipIf(promtool === null)("Debian's promtool", () => {
  test('loads the alert rules, and each fires when it should and only then', async () => {
    expect(await promtoolSays('check', 'rules', RULES)).toMatch(/SUCCESS: \d+ rules found/)
    expect(await promtoolSays('test', 'rules', 'deploy/prometheus/keyhold.rules.test.yml')).toContain(
      'SUCCESS',
    )
    const tests = await readFile('deploy/prometheus/keyhold.rules.test.yml', 'utf8')
    const rules = (await readFile(RULES, 'utf8')).match(/(?<=- alert: )\w+/g) ?? []
    const fired = new Set(tests.match(/(?<=- alertname: )\w+/g))
    expect(rules.filter((rule) => !fired.has(rule))).toEqual([])
  })

  test('finds nothing to improve in the metrics of a shop that runs', async () => {
    const file = join(folder, 'metrics')
    await writeFile(file, metrics)
    const { stdout, stderr } = await run('bash', ['-c', `"$0" check metrics <"$1"`, promtool ?? '', file])
    expect(stdout + stderr).toBe('')
  })

  test('understands every expression of the dashboard', async () => {
    const { panels } = JSON.parse(await readFile(DASHBOARD, 'utf8')) as Dashboard
    const rules = panels
      .flatMap(({ targets }) => targets)
      .map(({ expr }, index) => ({ record: `panel:${String(index)}`, expr }))
    const file = join(folder, 'dashboard.yml')
    // JSON is YAML
    await writeFile(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
    expect(await promtoolSays('check', 'rules', file)).toContain(
      `SUCCESS: ${String(rules.length)} rules found`,
    )
  })
})

test.each([RULES, DASHBOARD, 'docs/monitoring.md'])('every metric of %s exists', async (file) => {
  const text = await readFile(file, 'utf8')
  const named = text.match(/\b(keyhold|process|nodejs)_[a-z0-9_]+\b/g) ?? []
  const offered = new Set(
    [...metrics.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [name, ...['bucket', 'count', 'sum'].map((part) => `${name}_${part}`)] : [name],
    ),
  )
  const metricsNamed = [...new Set(named)]
  expect(metricsNamed.length).toBeGreaterThan(10)
  expect(metricsNamed.filter((name) => !offered.has(name))).toEqual([])
})
