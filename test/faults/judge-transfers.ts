import { chainOf } from './shop-process.ts'
import { trueTransfers, type TrueTransfer } from './true-money.ts'
import type { Violation, World, WorldOrder } from './world.ts'

interface TransferRow {
  readonly payment_id: string
  readonly tx_hash: string
  readonly asset: string
  readonly atoms: string
  readonly block_hash: string | null
  readonly rows: number
}

interface BalanceRow {
  readonly name: string
  readonly atoms: string
}

interface TruePart {
  readonly order: WorldOrder
  readonly atoms: bigint
  readonly one: TrueTransfer
}

/** The most rows that one transaction makes of one order. */
const ROWS_MOST = 21

/** The stored transfers must be those that a scan of the true chain finds. */
export async function judgeTransfers(world: World): Promise<readonly Violation[]> {
  const { rows } = await world.oracle.query<TransferRow>({
    name: 'transfers at rest',
    text: `select payment_id, tx_hash, asset, sum(atoms)::text as atoms, max(block_hash) as block_hash, count(*)::int as rows
      from transfers where lost_at is null and evidence = 'output' group by payment_id, tx_hash, asset`,
  })
  const bare = (hash: string) => hash.replace(/^0x/, '')
  const violations: Violation[] = []
  const stored = new Map<string, string>()
  for (const row of rows) {
    stored.set(
      nameOf(row.payment_id, bare(row.tx_hash), row.asset, row.atoms),
      bare(row.block_hash ?? 'none'),
    )
    if (row.rows > ROWS_MOST)
      violations.push({ rule: 'I7', message: `${String(row.rows)} rows of one transaction and one order` })
  }
  const known = await sumsByBalance(world)
  for (const part of partsOf(world)) {
    const { order, one, atoms } = part
    const byBalance = known.get(`${order.id} ${one.asset}`) ?? 0n
    // the order is settled by its balance and no longer looked for: its money is known, its transactions are not
    if (chainOf(world, order.chain).hadLateLogs && byBalance >= atoms) continue
    const name = nameOf(order.id, one.tx.id, one.asset, String(atoms))
    violations.push(...judgePart(world, part, stored.get(name)))
    stored.delete(name)
  }
  for (const name of stored.keys()) {
    const order = [...world.orders.values()].find((one) => name.startsWith(one.id))
    // what a node invented stays stored, with the contradiction
    if (order !== undefined && !world.invented.has(order.id) && !isGasOrForeign(world, name, order))
      violations.push({
        rule: 'I8',
        message: `a stored transfer is not on the chain: ${order.network} ${name.slice(37)}`,
      })
  }
  return violations
}

/** What the shop knows by balances alone, by order and asset, in atoms. */
async function sumsByBalance(world: World): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await world.oracle.query<BalanceRow>({
    name: 'balances at rest',
    text: `select payment_id || ' ' || asset as name, sum(atoms)::text as atoms from transfers
      where lost_at is null and evidence = 'balance' group by 1`,
  })
  return new Map(rows.map(({ name, atoms }) => [name, BigInt(atoms)]))
}

function nameOf(orderId: string, txId: string, asset: string, atoms: string): string {
  return `${orderId} ${txId} ${asset} ${atoms}`
}

/** What each transaction of the true chain paid to each order. */
function partsOf(world: World): readonly TruePart[] {
  const parts = new Map<string, TruePart>()
  for (const order of world.orders.values())
    for (const one of trueTransfers(world, chainOf(world, order.chain), order)) {
      const name = nameOf(order.id, one.tx.id, one.asset, '')
      const before = parts.get(name)?.atoms ?? 0n
      parts.set(name, { order, one, atoms: before + one.atoms })
    }
  return [...parts.values()]
}

function judgePart(world: World, { order, one }: TruePart, block: string | undefined): readonly Violation[] {
  const chain = chainOf(world, order.chain)
  if (block === undefined && chain.hidLogs) return []
  const isToken = one.asset === 'USDT' || one.asset === 'USDC'
  const isRead = one.kind === 'plain' && (order.chain === 'ethereum' || order.chain === 'bitcoin' || isToken)
  if (isRead && block === undefined && one.block.height > chain.firstRead)
    return [
      {
        rule: 'I8',
        message: `a transfer on the chain is not stored: ${order.network} ${one.asset} ${one.tx.id} in block ${String(one.block.height)}`,
      },
    ]
  if (isRead && block !== undefined && block !== one.block.hash)
    return [{ rule: 'I8', message: `a transfer is stored in another block: ${order.network} ${one.asset}` }]
  return []
}

/** Gas that the owner sent to sweep an order, and money between the shop's own chains of one wallet. */
function isGasOrForeign(world: World, name: string, order: WorldOrder): boolean {
  const [, txId] = name.split(' ')
  return [...world.chains.values()].some(({ model }) => {
    const block = model.blockOf(txId ?? '')
    return (
      block?.txs.some((tx) => tx.id === txId && tx.pays.some((pay) => pay.to === order.wireAddress)) === true
    )
  })
}
