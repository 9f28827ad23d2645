import { centsToNumber, cents } from '#shared/money.ts'
import type { DbDeps } from '#server/db/db-deps.ts'
import { sql } from 'kysely'
import type { CallTally } from '#server/chain/call-tally.ts'
import type { Db } from '#server/db/database.ts'
import type { DiskSpace } from '#server/machine/disk-space.ts'
import { wrongClockOf } from '#server/machine/machine-health.ts'
import type { ChainId } from '#shared/chains.ts'
import { PAYMENT_STATUSES } from '#shared/payment-status.ts'
import { formatMetrics, type Metric, type Sample } from './format-metrics.ts'
import type { WorkMeasures } from './measure-work.ts'
import type { ShopState } from './read-shop-state.ts'
import { canSell } from './sales-health.ts'

export interface MetricsDeps extends DbDeps {
  /** Counts of this process's calls to nodes. */
  readonly tallies: ReadonlyMap<ChainId, CallTally>
  readonly shopState: () => Promise<ShopState>
  readonly measures: Pick<WorkMeasures, 'histograms' | 'read'>
  readonly release: ReleaseFacts
}

/** What is installed. */
interface ReleaseFacts {
  readonly version: string
  /** Null in a checkout. */
  readonly commit: string | null
}

/** Collects all metrics in Prometheus' text format. Nodes are named by their place in the setting, never by their address. */
export async function collectMetrics(deps: MetricsDeps): Promise<string> {
  const [state, ofOrders, ofChains, ofBackups, alerts] = await Promise.all([
    deps.shopState(),
    orderMetrics(deps.db),
    chainMetrics(deps.db, deps.clock()),
    backupMetrics(deps.db, deps.clock()),
    alertMetrics(deps.db),
  ])
  const metrics = [
    ...stateMetrics(state),
    ...ofOrders,
    ...ofChains,
    ...ofBackups,
    ...alerts,
    nodeMetric(deps.tallies),
    ...deps.measures.read(),
    ...processMetrics(),
    buildMetric(deps.release),
  ]
  return `${await formatMetrics(metrics)}${await deps.measures.histograms()}`
}

function gauge(name: string, help: string, samples: readonly Sample[] | number): Metric {
  return { name, help, type: 'gauge', samples: typeof samples === 'number' ? [{ value: samples }] : samples }
}

function stateMetrics(state: ShopState): readonly Metric[] {
  const { rails, stock, mail, machine } = state
  const byEdition = (read: (edition: ShopState['stock'][number]) => number) =>
    stock.map((one) => ({ labels: { edition: one.edition }, value: read(one) }))
  return [
    gauge(
      'keyhold_can_sell',
      'Whether a rail is open and an edition is not sold out',
      Number(canSell(state)),
    ),
    gauge(
      'keyhold_rail_open',
      'Whether a rail takes orders',
      rails.map(({ network, available }) => ({ labels: { rail: network }, value: Number(available) })),
    ),
    gauge(
      'keyhold_keys_free',
      'Keys that are neither sold nor retired nor promised to an order; below zero if more are promised than there are',
      byEdition(({ free }) => free),
    ),
    gauge(
      'keyhold_copies_sold_7d',
      'Copies sold in the last seven days',
      byEdition((one) => one.soldInWeek),
    ),
    gauge(
      'keyhold_copies_awaiting_keys',
      'Paid copies that wait for keys',
      byEdition((one) => one.waiting),
    ),
    gauge(
      'keyhold_edition_sold_out',
      'Whether an edition takes no orders',
      byEdition((one) => Number(one.isSoldOut)),
    ),
    gauge('keyhold_mails_waiting', 'Mails that are not sent yet', mail.waiting),
    gauge('keyhold_mail_oldest_seconds', 'How long the oldest of them has waited', Math.round(mail.oldestS)),
    gauge(
      'keyhold_disk_free_bytes',
      'What this process may still write where it keeps something',
      bytesOf(machine.disks, ({ freeBytes }) => freeBytes),
    ),
    gauge(
      'keyhold_disk_size_bytes',
      'The size of that disk',
      bytesOf(machine.disks, ({ sizeBytes }) => sizeBytes),
    ),
    gauge(
      'keyhold_clock_ahead_seconds',
      'How far a wrong clock is ahead, below zero behind: this machine’s of the database’s, or the database’s of the nodes’; 0 if both are right',
      wrongClockOf(machine) ?? 0,
    ),
    gauge('keyhold_mails_refused', 'Those of them that the mail server has refused', mail.refused),
  ]
}

function bytesOf(disks: readonly DiskSpace[], read: (disk: DiskSpace) => number | null): readonly Sample[] {
  return disks.flatMap((disk) => {
    const value = read(disk)
    return value === null ? [] : [{ labels: { place: disk.place }, value }]
  })
}

async function orderMetrics(db: Db): Promise<readonly Metric[]> {
  const orders = await sql<{ status: string; orders: bigint }>`
    select status, sum(orders)::bigint as orders from order_counts group by 1`.execute(db)
  const sales = await sql<{ edition: string; currency: string; copies: bigint; cents: bigint }>`
    select edition, currency, sum(copies)::bigint as copies, sum(cents)::bigint as cents
    from sale_counts group by 1, 2`.execute(db)
  const refunds = await sql<{ open: bigint }>`
    select count(*) as open from refunds where status in ('asked', 'recorded', 'mismatch')`.execute(db)
  const countOf = (status: string) => Number(orders.rows.find((row) => row.status === status)?.orders ?? 0n)
  return [
    gauge(
      'keyhold_orders',
      'Orders by their status',
      PAYMENT_STATUSES.map((status) => ({ labels: { status }, value: countOf(status) })),
    ),
    gauge(
      'keyhold_revenue',
      'Confirmed sales at the price of the order, in its currency',
      sales.rows.map(({ edition, currency, cents: sold }) => ({
        labels: { edition, currency },
        value: centsToNumber(cents(Number(sold)), currency),
      })),
    ),
    gauge(
      'keyhold_copies_sold',
      'Copies of confirmed orders',
      [...Map.groupBy(sales.rows, ({ edition }) => edition)].map(([edition, rows]) => ({
        labels: { edition },
        value: rows.reduce((sum, { copies }) => sum + Number(copies), 0),
      })),
    ),
    gauge(
      'keyhold_refunds_open',
      'Refunds that are not proved to be paid',
      Number(refunds.rows[0]?.open ?? 0n),
    ),
  ]
}

async function chainMetrics(db: Db, now: Date): Promise<readonly Metric[]> {
  const cursors = await db
    .selectFrom('cursors')
    .select(['chain', 'height', 'head_height', 'watched_until'])
    .orderBy('chain')
    .execute()
  return [
    gauge(
      'keyhold_chain_look_age_seconds',
      'Time since the chain was read to its end',
      cursors.map((row) => ({
        labels: { chain: row.chain },
        value: Math.max(0, Math.round((now.getTime() - row.watched_until.getTime()) / 1000)),
      })),
    ),
    gauge(
      'keyhold_chain_blocks_behind',
      'Blocks of the chain that are not read yet',
      cursors.map((row) => ({
        labels: { chain: row.chain },
        value: Math.max(0, row.head_height - row.height),
      })),
    ),
  ]
}

async function backupMetrics(db: Db, now: Date): Promise<readonly Metric[]> {
  const { rows } = await sql<{ kind: string; last: Date }>`
    select kind, max(finished_at) as last from backup_runs where failure is null group by 1`.execute(db)
  const ageOf = (kind: string) =>
    rows
      .filter((row) => row.kind === kind)
      .map(({ last }) => ({ value: Math.max(0, Math.round((now.getTime() - last.getTime()) / 1000)) }))
  return [
    gauge(
      'keyhold_backup_age_seconds',
      'Time since the last backup; nothing if there is none',
      ageOf('backup'),
    ),
    gauge(
      'keyhold_restore_check_age_seconds',
      'Time since a backup was last restored on trial; nothing if none was',
      ageOf('restore_check'),
    ),
  ]
}

async function alertMetrics(db: Db): Promise<readonly Metric[]> {
  const { rows } = await sql<{ kind: string; open: bigint }>`
    select kind, count(*) as open from alerts where closed_at is null group by 1 order by 1`.execute(db)
  const open = rows.map((row) => ({ labels: { kind: row.kind }, value: Number(row.open) }))
  return [
    gauge(
      'keyhold_alerts_open',
      'Alerts that are open, of any kind',
      open.reduce((sum, one) => sum + one.value, 0),
    ),
    gauge('keyhold_alerts_open_by_kind', 'Alerts that are open', open),
  ]
}

function nodeMetric(tallies: MetricsDeps['tallies']): Metric {
  const samples = [...tallies].flatMap(([chain, tally]) =>
    tally.read().map(({ callsADay }, index) => ({
      labels: { chain, node: String(index + 1) },
      value: callsADay,
    })),
  )
  return gauge('keyhold_node_calls_24h', 'Calls of this process to a node in the last 24 hours', samples)
}

function buildMetric({ version, commit }: ReleaseFacts): Metric {
  const labels = { version, commit: commit ?? '', node: process.versions.node }
  return gauge('keyhold_build_info', 'What is installed; the value is always 1', [{ labels, value: 1 }])
}

function processMetrics(): readonly Metric[] {
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed } = process.memoryUsage()
  const counter = (name: string, help: string, value: number): Metric => ({
    name,
    help,
    type: 'counter',
    samples: [{ value }],
  })
  return [
    counter('process_cpu_seconds_total', 'CPU time of this process', (user + system) / 1e6),
    gauge('process_resident_memory_bytes', 'Memory of this process', rss),
    gauge('process_uptime_seconds', 'Time since this process started', Math.round(process.uptime())),
    gauge('nodejs_heap_used_bytes', 'Memory of JavaScript objects', heapUsed),
  ]
}
