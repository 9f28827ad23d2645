import type { Violation, World } from './world.ts'

interface StockRow {
  readonly promised: number
  /** By orders that were made after the last recovery. */
  readonly promised_since: number
  readonly stock: number
  readonly retired: number
}

/**
 * Watches that an edition which reserves promises no more copies than there are keys.
 *
 * A recovery retires the keys that the lost database had sent, while their orders, which are undelivered again, are promised keys.
 * So many copies may exceed the stock then, until all promises fit it once; until then no new order is promised any.
 */
export function createStockJudge(world: World): () => Promise<readonly Violation[]> {
  let known = { restores: 0, retired: 0 }
  let excess = 0
  let recoveredAt = world.clock()
  return async () => {
    if (world.setup.stock !== 'reserve') return []
    const { promised, promised_since: promisedSince, stock, retired } = await readStock(world, recoveredAt)
    const isRestored = world.restores !== known.restores
    const isRecovered = isRestored || retired > known.retired
    if (isRecovered) {
      excess = isRestored ? retired : excess + retired - known.retired
      recoveredAt = world.clock()
    }
    known = { restores: world.restores, retired }
    if (promised <= stock) excess = 0
    const isNewPromised = excess > 0 && !isRecovered && promisedSince > 0
    if (promised <= stock + excess && !isNewPromised) return []
    const most = excess === 0 ? '' : `, and ${String(excess)} that a recovery retired`
    return [
      { rule: 'I5', message: `${String(promised)} copies are promised of ${String(stock)} in stock${most}` },
    ]
  }
}

async function readStock({ oracle, clock }: World, recoveredAt: Date): Promise<StockRow> {
  const { rows } = await oracle.query<StockRow>({
    name: 'stock',
    text: `with promises as (
       select p.quantity, p.created_at from payments p where p.delivered_at is null
         and not exists (select from refunds r where r.payment_id = p.id and r.status <> 'withdrawn')
         and ((p.status = 'pending' and p.expires_at > $1)
           or (p.status in ('partial', 'detected', 'confirmed')
             and exists (select from transfers t where t.payment_id = p.id and t.seen_at <= p.expires_at and t.lost_at is null)
             -- staff decide about an order in review, which keeps no keys meanwhile
             and not exists (select from payment_events e
               where e.payment_id = p.id and e.kind = 'status' and e.facts ->> 'to' in ('review', 'invalid')))))
     select
       (select coalesce(sum(quantity), 0)::int from promises) as promised,
       (select coalesce(sum(quantity), 0)::int from promises where created_at > $2) as promised_since,
       -- keys that are set aside while a recovery is open are decided about when it ends
       (select count(*)::int from game_keys
         where payment_id is null and (retired_at is null or quarantined_at is not null))
         -- money that was first seen after the window, when the keys were free again, may have taken the last of them
         + (select coalesce(sum(p.quantity), 0)::int from payments p where p.delivered_at is not null
             and not exists (select from transfers t where t.payment_id = p.id and t.seen_at <= p.expires_at)) as stock,
       (select count(*)::int from game_keys
         where payment_id is null and retired_at is not null and quarantined_at is null) as retired`,
    values: [clock(), recoveredAt],
  })
  const [row] = rows
  if (row === undefined) throw new Error('expected figures of the stock, there are none')
  return row
}
