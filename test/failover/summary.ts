import type { RoundReport } from './round.ts'

/** A round with where it was played. */
export interface StoredRound extends RoundReport {
  readonly cluster: 'a' | 'b' | 'async'
  readonly seed: string
  readonly round: number
}

/** One line about a round, with what it broke. */
export function describeRound(round: StoredRound): string {
  const faults = round.faults.map(
    ({ name, afterMs, lastsMs }) =>
      `${name} (${afterMs === 0 ? '' : `after ${seconds(afterMs)}, `}${seconds(lastsMs)})`,
  )
  const broken = round.broken.map(({ rule, message }) => `\n    ${rule}: ${message}`)
  return (
    `${round.cluster} ${round.seed}/${String(round.round)} ${faults.join(' + ')}: ` +
    `no write for ${seconds(round.outageMs)}, database back after ${seconds(round.databaseMs)}, ` +
    `sells after ${seconds(round.sellsMs)}, mails after ${seconds(round.mailsMs)}; ` +
    `${String(round.orders)} orders, ${String(round.mailed)} mailed, load ${String(round.load)}${broken.join('')}`
  )
}

/** The tables of docs/reliability.md, from all rounds. */
export function summarize(rounds: readonly StoredRound[]): string {
  const rows = (['a', 'b', 'async'] as const)
    .map((cluster) => ({ cluster, of: rounds.filter((one) => one.cluster === cluster) }))
    .filter(({ of }) => of.length > 0)
    .map(({ cluster, of }) => rowOf(nameOf(cluster), of))
  const byFault = new Map<string, StoredRound[]>()
  for (const round of rounds)
    for (const { name } of round.faults) byFault.set(name, [...(byFault.get(name) ?? []), round])
  const faults = [...byFault].sort(([one], [other]) => one.localeCompare(other))
  return [
    table('database', rows),
    table(
      'fault, alone or with another one',
      faults.map(([name, of]) => rowOf(name, of)),
    ),
  ].join('\n\n')
}

const NAMES = {
  a: '(a) synchronous standby, promoted by hand',
  b: '(b) Patroni, etcd, HAProxy',
  async: 'asynchronous standby',
} as const

function nameOf(cluster: StoredRound['cluster']): string {
  return NAMES[cluster]
}

const HEAD = ['rounds', 'faults', 'sells after, median', 'worst', 'mails after, median', 'worst', 'broken']

function rowOf(name: string, rounds: readonly StoredRound[]): readonly string[] {
  const [sells, mails] = [rounds.map(({ sellsMs }) => sellsMs), rounds.map(({ mailsMs }) => mailsMs)]
  return [
    name,
    String(rounds.length),
    String(rounds.reduce((sum, { faults }) => sum + faults.length, 0)),
    seconds(median(sells)),
    seconds(Math.max(...sells)),
    seconds(median(mails)),
    seconds(Math.max(...mails)),
    String(rounds.reduce((sum, { broken }) => sum + broken.length, 0)),
  ]
}

function table(first: string, rows: readonly (readonly string[])[]): string {
  const all = [[first, ...HEAD], ['---', ...HEAD.map(() => '--:')], ...rows]
  return all.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
