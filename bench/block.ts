import { setTimeout as delay } from 'node:timers/promises'
import { createSimChain } from '#server/demo/sim-chain.ts'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { startMailServer } from '#test/mail-server.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'
import { railOpen } from '#test/shop-client.ts'
import { until } from '#test/until.ts'
import { makeOrders, payAll } from './order-load.ts'
import { printTable } from './print-table.ts'
import { readOptions } from './read-options.ts'
import { withBench } from './with-bench.ts'

const BUYERS_AT_ONCE = 10
/** The block with the payments and those on it: more than any order of this size waits for. */
const BLOCKS = 40
/** Longer than it takes to write the payments, which are in one block since none is visible before. */
const HIDDEN_MS = 10_000

/**
 * Measures how soon one block's payments are settled, handed their keys and mailed to a real mail server. The blocks that confirm
 * them come at once, so that no waiting for blocks is in it.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { orders } = readOptions(args, { orders: 500 })
  await withBench(async (bench) => {
    const { url } = await bench.postgres()
    const mail = await startMailServer()
    bench.defer(() => mail.close())
    const shop = await bench.shop({
      DATABASE_URL: url,
      KEYHOLD_SMTP_URL: mail.url,
      KEYHOLD_MAIL_FROM: 'Keyhold <keys@shop.example>',
    })
    const { db } = await bench.database(url, 2)
    await railOpen(shop.url, 'erc20')
    await addNewKeys(db, TEST_CIPHER, 'standard', orders)
    await makeOrders({ url: shop.url, from: 0, count: orders, buyersAtOnce: BUYERS_AT_ONCE })
    const wait = { withinMs: 120_000, everyMs: 20 }
    await until(() => mail.mails().length >= orders, { ...wait, what: 'every order has its first mail' })
    const visibleAt = new Date(Date.now() + HIDDEN_MS)
    await payAll(db, visibleAt)
    await delay(visibleAt.getTime() - Date.now() + 1)
    const minedAt = performance.now()
    await createSimChain({ db, chain: 'ethereum', clock: systemClock }).mine(BLOCKS)
    const isDelivered = async () => {
      const waiting = db.selectFrom('payments').select('id').where('delivered_at', 'is', null).limit(1)
      return (await waiting.execute()).length === 0
    }
    await until(isDelivered, { ...wait, what: 'every order has its keys' })
    const deliveredAt = performance.now()
    await until(() => mail.mails().length >= 2 * orders, { ...wait, what: 'every buyer has the keys' })
    const mailedAt = performance.now()
    const seconds = (at: number) => `${((at - minedAt) / 1000).toFixed(1)} s`
    printTable(`a block with ${String(orders)} payments, from the moment it is mined`, [
      { what: 'every order is settled and has its keys', measured: seconds(deliveredAt), aim: '–' },
      { what: 'every mail with keys has arrived', measured: seconds(mailedAt), aim: '≤ 5 s' },
    ])
  })
}
