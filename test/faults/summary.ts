import { FAILED_SEEDS } from './failed-seeds.ts'
import type { SeedReport, SeedRun } from './run-seeds.ts'

/** Adds up reports of seeds. */
export interface Summary {
  add(report: SeedReport): void
  failed(): number
  text(): string
}

/** Creates an empty summary. */
export function createSummary(): Summary {
  const began = performance.now()
  const sums = { seeds: 0, failed: 0, steps: 0, orders: 0, delivered: 0 }
  const faults = new Map<string, number>()
  const rules = new Map<string, string[]>()
  const latencies: number[] = []
  const looksToKeys: number[] = []
  const costs = new Map<string, number>()
  const percentile = (values: number[], share: number) => {
    values.sort((a, b) => a - b)
    return values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
  }
  return {
    add(report) {
      sums.seeds += 1
      sums.steps += report.steps
      sums.orders += report.orders
      sums.delivered += report.delivered
      for (const [kind, count] of Object.entries(report.faults))
        faults.set(kind, (faults.get(kind) ?? 0) + count)
      latencies.push(...report.latencies)
      looksToKeys.push(...report.looksToKeys)
      for (const [name, value] of Object.entries(report.costs))
        costs.set(name, Math.max(value, costs.get(name) ?? 0))
      const [violation] = report.violations
      if (violation === undefined) return
      sums.failed += 1
      rules.set(violation.rule, [...(rules.get(violation.rule) ?? []), report.seed])
    },
    failed: () => sums.failed,
    text() {
      const seconds = (performance.now() - began) / 1000
      const allFaults = [...faults.values()].reduce((sum, count) => sum + count, 0)
      const kinds = [...faults].sort((a, b) => b[1] - a[1]).map(([kind, count]) => `${kind} ${String(count)}`)
      return [
        '',
        `${String(sums.seeds)} seeds, ${String(sums.steps)} steps, ${String(sums.orders)} orders (${String(sums.delivered)} delivered), ` +
          `${String(allFaults)} faults; ended after ${seconds.toFixed(0)} s`,
        `faults: ${kinds.join(', ')}`,
        `from the asked depth to the keys: median ${percentile(latencies, 0.5).toFixed(1)} s, p95 ${percentile(latencies, 0.95).toFixed(1)} s ` +
          `of the world's time without long pauses; p95 ${String(percentile(looksToKeys, 0.95))} looks`,
        `the dearest quiet looks: ${[...costs].map(([name, value]) => `${name} ${String(value)}`).join(', ')}`,
        ...[...rules].map(
          ([rule, seeds]) => `${rule}: ${String(seeds.length)} seeds (${seeds.slice(0, 12).join(', ')})`,
        ),
        `${String(sums.seeds - sums.failed)} passed, ${String(sums.failed)} failed`,
      ].join('\n')
    },
  }
}

/** A seed in one line, or with its reproduction if it broke a promise. */
export function describeSeed(report: SeedReport): string {
  const faults = Object.values(report.faults).reduce((sum, count) => sum + count, 0)
  const line =
    `seed ${report.seed} ${report.hash} ${report.chains.join('+')} [${report.scenarios.join(', ')}] ${String(report.steps)} steps, ` +
    `${String(report.orders)} orders, ${String(report.delivered)} delivered, ${String(faults)} faults`
  if (report.violations.length === 0) return line
  const violations = report.violations.slice(0, 5).map(({ rule, message }) => `  ${rule}: ${message}`)
  const again = `  again: npm run faults -- ${optionsOf(report)}`
  if (report.shrunk === null) return [line, ...violations, again, keepLine(report)].join('\n')
  const small = `${again} --only ${report.shrunk.ids.join(',')} --log`
  return [
    line,
    ...violations,
    small,
    ...report.shrunk.events.map((one) => `    ${one}`),
    keepLine(report),
  ].join('\n')
}

/** What `npm run faults` is told to run a seed again in the same way. */
export function optionsOf({ seed, scenario, events, isFormer }: SeedRun): string {
  const parts = [
    `--seed ${seed}`,
    ...(scenario === undefined ? [] : [`--scenario '${scenario}'`]),
    ...(events === undefined ? [] : [`--events ${String(events)}`]),
    ...(isFormer === true ? ['--former'] : []),
  ]
  return parts.join(' ')
}

/** How a seed is kept that has failed for the first time. */
function keepLine(report: SeedReport): string {
  const known = FAILED_SEEDS.find((one) => optionsOf(one) === optionsOf(report))
  if (known !== undefined) return `  it failed before: ${known.found}`
  const { seed, scenario, events, isFormer, violations } = report
  const rules = [...new Set(violations.map(({ rule }) => rule))]
  const row = JSON.stringify({ seed, scenario, events, isFormer, rules, found: '…' })
  return `  keep it: add ${row} to test/faults/failed-seeds.ts, with what it showed`
}
