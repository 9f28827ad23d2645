import type { Block, ChainReader } from '#server/chain/chain-reader.ts'
import type { Db } from '#server/db/database.ts'
import { isPastWindow } from '#server/payments/settle-due-orders.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import { lockCursor } from './cursor.ts'
import { storeTransfers } from './store-transfers.ts'

/** Asks an index of addresses about orders before they expire. */
export interface AddressCheck {
  /** Reads what the addresses of orders whose window has ended received, and stores what the scans did not find. */
  look(cursor: Block, now: Date): Promise<void>
  /** Whether an order may expire: its address was read after its window. */
  hasRead(record: Pick<PaymentRecord, 'id'>): boolean
}

/** Orders that were read are kept only in memory; after a restart they are read again. */
const REMEMBERED = 10_000
const BATCH = 20

/**
 * Creates the check for readers that depend on an index of addresses, which may lag behind its blocks: what it lacked when
 * the blocks were scanned is found here. Other readers need no such check, and no call is made for them.
 */
export function createAddressCheck(db: Db, reader: ChainReader): AddressCheck {
  const done = new Set<string>()
  return {
    hasRead: ({ id }) => done.has(id),
    look: async (cursor, now) => {
      const due = (await expiringOrders(db, reader, now)).filter(({ id }) => !done.has(id)).slice(0, BATCH)
      if (due.length === 0) return
      const addresses = due.map((order) => order.payment_address)
      const found = await reader.recordedTransfers(addresses, cursor)
      const isStored =
        found === null ||
        (await db.transaction().execute(async (tx) => {
          if (!(await lockCursor(tx, reader.chain, cursor))) return false
          await storeTransfers(tx, reader.chain, found, { seenAt: now, unseenUntil: null })
          return true
        }))
      if (done.size > REMEMBERED) done.clear()
      if (isStored) for (const { id } of due) done.add(id)
    },
  }
}

async function expiringOrders(db: Db, { chain }: ChainReader, now: Date) {
  return db.selectFrom('payments').select(['id', 'payment_address']).where(isPastWindow(chain, now)).execute()
}
