import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { shopCallsAt } from '#server/cli/doctor-order.ts'
import { openDatabase } from '#server/db/database.ts'
import type { Payment } from '#shared/api.ts'
import { parseAmount } from '#shared/money.ts'
import { createEmptyDatabase, type TestDatabase } from './database.ts'
import { startAnvil, type Anvil } from './nodes/anvil.ts'
import { mine, sendEth } from './nodes/evm-wallet.ts'
import { serveShop, type ServedShop } from './served-shop.ts'
import { columnByAddress, ownersWallet, type OwnersWallet } from './sweep-fixture.ts'
import { until } from './until.ts'
import { keyhold } from './keyhold.ts'
import { temporaryFolder } from './temporary-folder.ts'

const EMAIL = 'buyer@shop.example'
const first = ownersWallet("m/44'/60'/0'", 'evm')
const second = ownersWallet("m/44'/60'/12'", 'evm')

let folder: string
let anvil: Anvil
let databases: readonly TestDatabase[]
const shops: ServedShop[] = []
beforeEach(async () => {
  folder = temporaryFolder()
  ;[anvil, databases] = await Promise.all([
    startAnvil({ slotsInAnEpoch: 1 }),
    Promise.all([createEmptyDatabase(), createEmptyDatabase(), createEmptyDatabase()]),
  ])
})
afterEach(async () => {
  for (const shop of shops.splice(0)) await shop.stop()
  await Promise.all([anvil.stop(), ...databases.map((one) => one.close())])
})

const settingsOf = (at: number, wallet: OwnersWallet) => ({
  DATABASE_URL: databases[at]?.url ?? '',
  KEYHOLD_DATA: join(folder, String(at)),
  KEYHOLD_ETHEREUM_RPC: anvil.url,
  KEYHOLD_ETHEREUM_CHAIN_ID: String(anvil.chainId),
  KEYHOLD_EVM_XPUB: wallet.account.publicExtendedKey,
  KEYHOLD_CONFIRMATIONS: 'ETH=1',
})

async function serve(settings: Readonly<Record<string, string>>): Promise<ServedShop> {
  const shop = await serveShop(settings)
  shops.push(shop)
  return shop
}

/** Orders a copy for ether, once the shop has found unused addresses of its extended public key. */
async function order(shop: ServedShop): Promise<Payment> {
  const calls = shopCallsAt(shop.url)
  await until(
    async () => (await calls.rails()).some(({ network, available }) => network === 'ethereum' && available),
    { what: 'orders for ether' },
  )
  return calls.order({
    userEmail: EMAIL,
    steamId: '',
    walletAddress: second.address(1000),
    edition: 'standard',
    cryptoType: 'ethereum',
    cryptoNetwork: 'ethereum',
    totalPrice: 63.99,
    quantity: 1,
  })
}

async function pay({ paymentAddress, cryptoAmount }: Payment): Promise<void> {
  await sendEth(anvil, paymentAddress, parseAmount(cryptoAmount, 18))
  await mine(anvil, 3)
}

/** Waits until the keys of an order are delivered. */
async function delivered(at: number, { id }: Payment): Promise<void> {
  const { db, close } = openDatabase(databases[at]?.url ?? '', { max: 1 })
  try {
    await until(
      async () => {
        const row = await db
          .selectFrom('payments')
          .select('delivered_at')
          .where('id', '=', id)
          .executeTakeFirst()
        return row?.delivered_at != null
      },
      { what: 'the delivery of an order' },
    )
  } finally {
    await close()
  }
}

test('with another extended public key, open orders stay payable, and new ones begin at its first address', async () => {
  const before = await serve(settingsOf(0, first))
  const open = await order(before)
  expect(open.paymentAddress).toBe(first.address(0))
  await before.stop()

  const settings = settingsOf(0, second)
  const after = await serve(settings)
  const next = await order(after)
  expect(next.paymentAddress).toBe(second.address(0))
  await pay(open)
  await delivered(0, open)
  await pay(next)
  await delivered(0, next)

  const secret = { ...settings, KEYHOLD_SECRET: '' }
  const exported = await keyhold(['export', 'addresses'], secret)
  const keys = columnByAddress(exported.out, 'xpub', 'ETH')
  expect([keys.get(open.paymentAddress), keys.get(next.paymentAddress)]).toEqual([
    first.xpub.fingerprint,
    second.xpub.fingerprint,
  ])
  // a plan is of one wallet: of the one that is set, or of the one that is named
  const planned = async (...words: readonly string[]) =>
    (await keyhold(['sweep', 'plan', 'ethereum', ...words], secret)).out.join('\n')
  const old = first.account.publicExtendedKey
  for (const text of [await planned(), await planned('--xpub', old)])
    expect(text).toMatch(/1 addresses|in 1 /)

  // the first key again: it goes on where it was, and no address is given a second time
  await after.stop()
  const again = await serve(settingsOf(0, first))
  expect((await order(again)).paymentAddress).toBe(first.address(1))
})

test('two shops on one machine share a node, and neither sells for the other', async () => {
  const [one, other] = await Promise.all([serve(settingsOf(0, first)), serve(settingsOf(1, second))])
  expect(new URL(one.url).port).not.toBe(new URL(other.url).port)
  const orders = await Promise.all([order(one), order(other)])
  expect(orders.map(({ paymentAddress }) => paymentAddress)).toEqual([first.address(0), second.address(0)])
  for (const each of orders) await pay(each)
  await Promise.all(orders.map((each, at) => delivered(at, each)))

  // what they must not share: the port, and the folder
  const taken = { ...settingsOf(2, second), PORT: new URL(one.url).port }
  await expect(serveShop(taken)).rejects.toThrow(/PORT|in use/)
  const same = { ...settingsOf(2, second), KEYHOLD_DATA: join(folder, '0') }
  await expect(serveShop(same)).rejects.toThrow(/another Keyhold serves from|another installation's/)
  for (const shop of [one, other]) expect((await fetch(`${shop.url}/health/live`)).status).toBe(200)
})
