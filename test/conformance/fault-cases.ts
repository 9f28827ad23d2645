import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { ChainError, type ChainReader } from '#server/chain/chain-reader.ts'
import { CursorMovedError } from '#server/chain-watcher/cursor.ts'
import { rescanBlocks } from '#server/chain-watcher/rescan-blocks.ts'
import { expectNothingTwice, expectOrder } from './expect-order.ts'
import type { Lab, Way } from './lab.ts'
import type { Order, Shop } from './shop.ts'
import { testWhere } from './test-where.ts'

/** Longer than every pause that a failing node requests. */
const LONG_WINDOW = { windowS: 5 * 24 * 3600 }

/** Failing nodes, and a shop that is stopped at any point. */
export function faultCases(lab: () => Lab, way: () => Way, supports: { readonly age: boolean }): void {
  /** Creates three orders, paid in blocks at some distance. */
  async function paidApart(blocks: number): Promise<readonly Order[]> {
    const { order: make, mine } = lab()
    const orders: Order[] = []
    for (let at = 0; at < 3; at += 1) orders.push(await make(way(), LONG_WINDOW))
    for (const order of orders) {
      await way().pay({ address: order.address, atoms: order.due })
      await mine(blocks)
    }
    return orders
  }
  async function expectAllDelivered(orders: readonly Order[]): Promise<void> {
    for (const order of orders) {
      const { due } = order
      await expectOrder(lab().shop, order, { status: 'confirmed', received: due, transfers: 1 })
    }
  }

  describe('nodes and crashes', () => {
    test('node down for a while: no order expires meanwhile, and later its payments are found', async () => {
      const { shop, ...it } = lab()
      const [waiting, order] = [await it.order(way()), await it.order(way(), LONG_WINDOW)]
      await it.look()
      await it.faults[0]?.goDown()
      await way().pay({ address: order.address, atoms: order.due })
      await it.mine(25)
      await it.pass(1000)
      await expect(it.look()).rejects.toMatchObject({ name: 'ChainError', kind: 'down' })
      await expectOrder(shop, waiting, { status: 'pending', received: 0n })
      await expectOrder(shop, order, { status: 'pending', received: 0n })
      await it.faults[0]?.repair()
      await it.lookUntilSuccess()
      await it.settle()
      await expectOrder(shop, order, { status: 'confirmed', received: order.due })
      await expectOrder(shop, waiting, { status: 'expired', received: 0n })
    })

    test('node that lags: blocks already read stay, and nothing is read twice', async () => {
      const { shop, ...it } = lab()
      const order = await it.order(way(), LONG_WINDOW)
      await way().pay({ address: order.address, atoms: order.due })
      await it.mine(1)
      await it.mine(3)
      await it.look()
      const before = await shop.db
        .selectFrom('payments')
        .select(['status', 'received_atoms'])
        .where('id', '=', order.id)
        .executeTakeFirstOrThrow()
      await it.lag(4)
      await expect(it.look()).rejects.toMatchObject({ name: 'ChainError', kind: 'lags' })
      const after = await shop.db
        .selectFrom('payments')
        .select(['status', 'received_atoms'])
        .where('id', '=', order.id)
        .executeTakeFirstOrThrow()
      expect(after).toEqual(before)
      await it.lag(0)
      await it.lookUntilSuccess()
      await it.settle()
      await expectAllDelivered([order])
    })

    testWhere(supports.age)('node without a new block for hours: no order expires meanwhile', async () => {
      const { shop, ...it } = lab()
      const order = await it.order(way())
      await it.look()
      shop.pass(4 * 3600)
      await expect(it.look()).rejects.toMatchObject({ name: 'ChainError', kind: 'lags' })
      await expectOrder(shop, order, { status: 'pending', received: 0n })
      await it.advance(4 * 3600)
      await it.mine(1)
      await it.lookUntilSuccess()
      await it.lookUntilSuccess()
      await expectOrder(shop, order, { status: 'expired', received: 0n })
    })

    test('429 at any call: it is retried later, and nothing is missed', async () => {
      const it = lab()
      const orders = await paidApart(4)
      let limited = 0
      for (const call of [1, 2, 3, 4, 5, 7, 9, 12, 15, 20, 30]) {
        await it.mine(1)
        it.faults[0]?.limitCallAt(call)
        const failed = await failureOf(it.look())
        if (failed === null) continue
        expect(failed.kind).toBe('limited')
        limited += 1
        await it.pass(65)
      }
      expect(limited).toBeGreaterThan(0)
      await it.faults[0]?.repair()
      await it.lookUntilSuccess()
      await it.settle()
      await expectAllDelivered(orders)
    })

    test('node that fails during a poll, at any call, and a shop that restarts each time', async () => {
      const it = lab()
      const orders = await paidApart(11)
      let cut = 0
      for (const call of [1, 2, 3, 4, 5, 6, 8, 10, 13, 17, 22, 30]) {
        it.restart()
        it.faults[0]?.goDownAtCall(call)
        if ((await failureOf(it.look())) !== null) cut += 1
        await it.faults[0]?.repair()
        await expectNothingTwice(it.shop)
      }
      expect(cut).toBeGreaterThan(2)
      it.restart()
      await it.look()
      await it.settle()
      await expectAllDelivered(orders)
    })

    test('restart in the middle: the database fails at each write in turn', async () => {
      const it = lab()
      const orders = await paidApart(2)
      await it.mine(40)
      const crash = await crashAtWrites(it.shop)
      try {
        for (let write = 1; write < 60; write += 1) {
          it.restart()
          await crash.atWrite(write)
          await it.look().catch((error: unknown) => {
            if (!String(error).includes('power cut')) throw error
          })
          await expectNothingTwice(it.shop)
          if (!(await crash.hasHappened())) break
        }
        expect(await crash.hasHappened()).toBe(false)
      } finally {
        await crash.end()
      }
      it.restart()
      await it.look()
      await it.settle()
      await expectAllDelivered(orders)
    })

    test('stopped for many blocks: payments made meanwhile are found at the next start', async () => {
      const it = lab()
      await it.look()
      const orders = await paidApart(25)
      it.restart()
      await it.look()
      await it.settle()
      await expectAllDelivered(orders)
    })

    test('rescan by an operator: nothing is counted twice', async () => {
      const { shop, ...it } = lab()
      const from = await it.height()
      const orders = await paidApart(2)
      await it.look()
      await it.settle()
      const span = { from, to: (await it.reader().head()).height }
      await rescanBlocks(shop.db, it.reader(), span, shop.clock, () => undefined)
      await it.mine(1)
      await it.look()
      await expectAllDelivered(orders)
    })

    test('rescan during a reorganisation: removed transfers stay removed', async () => {
      const { shop, ...it } = lab()
      const order = await it.order(way(), { ...LONG_WINDOW, quantity: 3 })
      const from = await it.height()
      await it.look()
      const txHash = await way().pay({ address: order.address, atoms: order.due })
      await it.mine(1)
      await it.look()
      const slow = pausedAfterScan(it.reader())
      const span = { from, to: await it.height() }
      const rescan = rescanBlocks(shop.db, slow.reader, span, shop.clock, () => undefined)
      await slow.scanned
      await it.reorg((await it.height()) - from, [])
      await it.look()
      slow.resume()
      await expect(rescan).rejects.toMatchObject({ name: 'ChainError', kind: 'inconsistent' })
      await it.look()
      if (!it.hasMempool) {
        const flags = way().hasTransfers ? (['reorged'] as const) : []
        await expectOrder(shop, order, { status: 'pending', flags, received: 0n, transfers: 0 })
      }
      await it.sendAgain([txHash])
      await it.mine(1)
      await it.look()
      await it.settle()
      await expectAllDelivered([order])
    })

    test('two concurrent processes: one is rejected, and nothing is counted twice', async () => {
      const { shop, ...it } = lab()
      await it.look()
      const orders = await paidApart(2)
      const slow = pausedAfterScan(it.reader())
      const losing = shop.watch(slow.reader).look()
      await slow.scanned
      await it.look()
      slow.resume()
      await expect(losing).rejects.toBeInstanceOf(CursorMovedError)
      const both = [shop.watch(it.reader()), shop.watch(it.reader())]
      // enough confirmations for every order, so that both processes deliver keys
      await it.mine(45)
      const ends = await Promise.allSettled(both.map((watch) => watch.look()))
      for (const end of ends)
        if (end.status === 'rejected') expect(end.reason).toBeInstanceOf(CursorMovedError)
      await it.settle()
      await expectAllDelivered(orders)
    })
  })
}

/** Returns the node's error that ended a poll; null if the poll succeeded. */
async function failureOf(poll: Promise<void>): Promise<ChainError | null> {
  try {
    await poll
    return null
  } catch (error) {
    if (error instanceof ChainError) return error
    throw error
  }
}

/** Returns a reader that pauses between reading and storing. */
function pausedAfterScan(reader: ChainReader): {
  readonly reader: ChainReader
  readonly scanned: Promise<void>
  resume(): void
} {
  const scanned = Promise.withResolvers<undefined>()
  const resumed = Promise.withResolvers<undefined>()
  return {
    reader: {
      ...reader,
      scan: async (from, to, watch) => {
        const found = await reader.scan(from, to, watch)
        scanned.resolve(undefined)
        await resumed.promise
        return found
      },
    },
    scanned: scanned.promise,
    resume: () => resumed.resolve(undefined),
  }
}

const WRITTEN = [
  'cursors',
  'checkpoints',
  'transfers',
  'payments',
  'payment_events',
  'game_keys',
  'mails',
] as const

/** Makes the database fail at the nth statement that writes, and roll back its transaction. */
async function crashAtWrites({ db }: Shop): Promise<{
  atWrite(nth: number): Promise<void>
  hasHappened(): Promise<boolean>
  end(): Promise<void>
}> {
  await sql`create sequence crash_writes`.execute(db)
  await sql`create table crash_at (nth bigint)`.execute(db)
  await sql`insert into crash_at values (0)`.execute(db)
  await sql`
    create function crash_now() returns trigger language plpgsql as $$
    begin
      if nextval('crash_writes') = (select nth from crash_at) then raise exception 'power cut'; end if;
      return null;
    end $$`.execute(db)
  for (const table of WRITTEN) {
    await sql`create trigger crash_now before insert or update or delete on ${sql.table(table)}
      for each statement execute function crash_now()`.execute(db)
  }
  let wanted = 0
  return {
    async atWrite(nth) {
      wanted = nth
      await sql`update crash_at set nth = ${nth}`.execute(db)
      await sql`alter sequence crash_writes restart`.execute(db)
    },
    async hasHappened() {
      const { rows } = await sql<{ last: bigint; called: boolean }>`
        select last_value as last, is_called as called from crash_writes`.execute(db)
      const [row] = rows
      return row !== undefined && row.called && row.last >= BigInt(wanted)
    },
    async end() {
      for (const table of WRITTEN) await sql`drop trigger crash_now on ${sql.table(table)}`.execute(db)
      await sql`drop function crash_now`.execute(db)
      await sql`drop table crash_at`.execute(db)
      await sql`drop sequence crash_writes`.execute(db)
    },
  }
}
