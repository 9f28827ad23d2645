import { appendFileSync, existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { randomStream } from '#test/faults/seeded-random.ts'
import type { Deployment } from './deployment.ts'
import { startPatroni } from './patroni-deployment.ts'
import { findPatroni, type PatroniPrograms } from './patroni-programs.ts'
import { startPair } from './pair-deployment.ts'
import { debianPrograms, embeddedPrograms } from './postgres-server.ts'
import type { Losses } from './judge.ts'
import { planRound, runRound, type PlannedFault, type RoundReport } from './round.ts'
import { describeRound, summarize, type StoredRound } from './summary.ts'
import { openWorld, type World } from './world.ts'

// npm run proof:failover -- [--cluster a|b|async] [--seed TEXT] [--faults N] [--round N] [--out FILE] [--ledger FILE]
// npm run proof:failover -- --out FILE --summary

const { values } = parseArgs({
  options: {
    // (a): a synchronous standby, promoted by hand; (b): Patroni, etcd, HAProxy; async: (a) with a standby that may lag
    cluster: { type: 'string', default: 'a' },
    seed: { type: 'string', default: '1' },
    faults: { type: 'string', default: '20' },
    // only this round of the seed
    round: { type: 'string' },
    // only faults whose name contains it
    fault: { type: 'string', default: '' },
    // a line of JSON for each round; rounds that have one are not played again
    out: { type: 'string' },
    // only adds up what --out has
    summary: { type: 'boolean', default: false },
    // every order, payment and mail as a line of JSON
    ledger: { type: 'string' },
    buyers: { type: 'string', default: '4' },
    'think-ms': { type: 'string', default: '1000' },
    keys: { type: 'string', default: '20000' },
    // prints each step of a round
    steps: { type: 'boolean', default: false },
    // prints what processes and servers have logged when a round broke something
    log: { type: 'boolean', default: false },
  },
})

/** Characters of each log. */
const LOGGED_MAX = 60_000
const startedAt = performance.now()

if (values.summary) console.log(summarize(await readRounds(values.out)))
else await prove()

async function prove(): Promise<void> {
  const cluster = clusterOf(values.cluster)
  const earlier = (await readRounds(values.out)).filter(
    (one) => one.cluster === cluster && one.seed === values.seed,
  )
  const done = new Set(earlier.map(({ round }) => round))
  const rounds =
    values.round === undefined
      ? Array.from({ length: Number(values.faults) }, (_, at) => at + 1).filter((at) => !done.has(at))
      : [Number(values.round)]
  const reports: StoredRound[] = [...earlier]
  let world: World | null = null
  // a line for what went wrong, and a world of its own for what comes after it
  const renew = async () => {
    await world?.stop()
    world = null
  }
  process.once('SIGTERM', () => (rounds.length = 0))
  process.once('SIGINT', () => (rounds.length = 0))
  try {
    for (let round = rounds.shift(); round !== undefined; round = rounds.shift()) {
      world ??= await build(cluster)
      const random = randomStream(`failover ${cluster} ${values.seed} ${String(round)}`)
      const losses = cluster === 'async' ? 'some' : 'none'
      const report = await play(world, planRound(random, world, values.fault), losses)
      const stored: StoredRound = { cluster, seed: values.seed, round, ...report }
      reports.push(stored)
      if (values.out !== undefined) appendFileSync(values.out, `${JSON.stringify(stored)}\n`)
      console.log(describeRound(stored))
      if (report.broken.length > 0) {
        await printLogs(world)
        await renew()
      }
    }
  } finally {
    await renew()
  }
  console.log(summarize(reports))
  // connections of a silent network may be open still
  process.exit(reports.some(({ broken }) => broken.length > 0) ? 1 : 0)
}

async function play(world: World, planned: readonly PlannedFault[], losses: Losses): Promise<RoundReport> {
  try {
    return await runRound(world, planned, losses, say)
  } catch (error) {
    // a proof that cannot go on says what it saw
    await printLogs(world)
    throw error
  }
}

/** What the processes and servers of a broken round have logged. */
async function printLogs({ shops, deployment }: World): Promise<void> {
  if (!values.log) return
  for (const shop of shops) console.log(`— ${shop.name}\n${shop.log().slice(-LOGGED_MAX)}`)
  console.log(`— database\n${await deployment.log()}`)
}

function say(words: string): void {
  if (values.steps) console.log(`${((performance.now() - startedAt) / 1000).toFixed(1)} ${words}`)
}

type Cluster = StoredRound['cluster']

function clusterOf(name: string): Cluster {
  if (name === 'a' || name === 'b' || name === 'async') return name
  throw new RangeError(`expected --cluster a, b or async, got ${name}`)
}

async function build(cluster: Cluster): Promise<World> {
  return openWorld({
    deploy: (shops, sellSome) => deploy(cluster, shops, sellSome),
    buyers: Number(values.buyers),
    thinkMs: Number(values['think-ms']),
    hasBitcoin: true,
    hasWebhooks: true,
    keys: Number(values.keys),
    ledgerFile: values.ledger ?? null,
    say,
  })
}

async function deploy(cluster: Cluster, shops: number, sellSome: () => Promise<void>): Promise<Deployment> {
  if (cluster === 'b') return startPatroni(requirePatroni(), shops)
  return startPair({
    replication: cluster === 'async' ? 'asynchronous' : 'synchronous',
    programs: debianPrograms() ?? (await embeddedPrograms()),
    shops,
    reach: cluster === 'async' ? 'address' : 'both',
    sellSome,
  })
}

/** Ends the proof, as every script that fetches programs, if there is none for this machine. */
function requirePatroni(): PatroniPrograms {
  const found = findPatroni()
  if (typeof found !== 'string') return found
  console.error(found)
  process.exit(3)
}

/** The rounds that an earlier run with the same `--out` has written. */
async function readRounds(file: string | undefined): Promise<readonly StoredRound[]> {
  if (file === undefined || !existsSync(file)) return []
  const lines = (await readFile(file, 'utf8')).trim().split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as StoredRound)
}
