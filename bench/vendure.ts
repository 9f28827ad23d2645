import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '#server/db/free-port.ts'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'
import { order, railOpen } from '#test/shop-client.ts'
import { installFixture } from './fixtures/install-fixture.ts'
import { allMailed, makeOrders, PAID_WITHIN_MS, payAll } from './order-load.ts'
import { printTable, type Row } from './print-table.ts'
import { cpuMs, postmasterPid, residentMb, treeCpuMs } from './process-cost.ts'
import { readOptions } from './read-options.ts'
import { fulfilVendureOrder, openVendureShop, orderFromVendure } from './vendure-client.ts'
import { BENCH_CODE, withBench, type Bench } from './with-bench.ts'

const FOLDER = '.cache/bench/vendure'
const SOURCES = 'bench/fixtures/vendure'
const WARM_UP = 20
const BUYERS_AT_ONCE = 10
/** Of the copies that fewer are there of than buyers want. */
const SCARCE = 20

const SCARCE_BUYERS = 100

interface Measured {
  /** CPU of an order in ms. */
  readonly server: number
  readonly postgres: number
  readonly ordersPerS: number
  readonly memoryMb: number
  /** Of the scarce copies. */
  readonly sold: number
}

/** A database of its own on the PostgreSQL that both use. */
interface Place {
  readonly bench: Bench
  readonly url: string
  readonly postmaster: number
}

/**
 * Measures what an order costs here and in Vendure, one after the other on one PostgreSQL, and how many of 20 copies each sells
 * to 100 buyers who come at once.
 *
 * The work of an order here: a captcha, an address of its own, a payment that is found on a simulated chain and confirmed, a
 * key handed out, and two mails. In Vendure: a cart, a postal address, a shipping method, a payment that counts when the buyer
 * says so, and staff who fulfil it; no captcha, no chain, no key and no mail.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { orders } = readOptions(args, { orders: 500 })
  const fault = await installFixture('Vendure', SOURCES, FOLDER)
  if (fault !== null) {
    console.log(`without Vendure: ${fault}`)
    return
  }
  await withBench(async (bench) => {
    const { url } = await bench.postgres()
    const postmaster = await postmasterPid((await bench.database(url)).db)
    const place = async (name: string): Promise<Place> => ({
      bench,
      url: await bench.createDatabase(url, name),
      postmaster,
    })
    const ours = await measureShop(await place('measured'), orders)
    const theirs = await measureVendure(await place('vendure'), orders)
    printTable(
      `an order, paid and handed out: ${String(orders)} orders, ${String(BUYERS_AT_ONCE)} buyers at once`,
      [
        rowOf('Keyhold: CPU of server + PostgreSQL, orders made a second, memory', ours),
        rowOf('Vendure', theirs),
        {
          what: 'CPU of an order, Keyhold ÷ Vendure',
          measured: `${((ours.server + ours.postgres) / (theirs.server + theirs.postgres)).toFixed(2)} x`,
          aim: '–',
        },
        {
          what: `of ${String(SCARCE)} copies, sold to ${String(SCARCE_BUYERS)} buyers at once: Keyhold, Vendure`,
          measured: `${String(ours.sold)}, ${String(theirs.sold)}`,
          aim: String(SCARCE),
        },
      ],
    )
  })
}

function rowOf(what: string, { server, postgres, ordersPerS, memoryMb }: Measured): Row {
  const cpu = `${server.toFixed(1)} + ${postgres.toFixed(1)} = ${(server + postgres).toFixed(1)} ms`
  return { what, measured: `${cpu}, ${ordersPerS.toFixed(0)}, ${memoryMb.toFixed(0)} MB`, aim: '–' }
}

async function measureShop({ bench, url, postmaster }: Place, orders: number): Promise<Measured> {
  const shop = await bench.shop({
    DATABASE_URL: url,
    KEYHOLD_GAME: await gameThatReserves(join(bench.folder, 'game')),
  })
  const { db } = await bench.database(url)
  await railOpen(shop.url, 'erc20')
  const all = orders + WARM_UP
  await addNewKeys(db, TEST_CIPHER, 'standard', all)
  // a demo has keys of its own
  await db.deleteFrom('game_keys').where('game_edition', '=', 'supporter').execute()
  await addNewKeys(db, TEST_CIPHER, 'supporter', SCARCE)
  await makeOrders({ url: shop.url, from: 0, count: WARM_UP, buyersAtOnce: BUYERS_AT_ONCE })
  const begun = await readCpu(shop.pid, postmaster)
  const beganAt = performance.now()
  await makeOrders({ url: shop.url, from: WARM_UP, count: orders, buyersAtOnce: BUYERS_AT_ONCE })
  const ordersPerS = orders / ((performance.now() - beganAt) / 1000)
  const made = await readCpu(shop.pid, postmaster)
  await payAll(db, new Date(Date.now() + all * PAID_WITHIN_MS))
  const paid = await readCpu(shop.pid, postmaster)
  await allMailed(db, all)
  const mailed = await readCpu(shop.pid, postmaster)
  const cpuOf = (of: keyof Cpu) => (made[of] - begun[of] + mailed[of] - paid[of]) / orders
  const memoryMb = await residentMb(shop.pid)
  const sold = await countSold((number) =>
    order(shop.url, BENCH_CODE, {
      network: 'erc20',
      edition: 'supporter',
      quantity: 1,
      email: `scarce${String(number)}@example.com`,
      idempotencyKey: `bench-scarce-order-${String(number)}`,
      client: `192.0.2.${String(number)}`,
    }),
  )
  await shop.stop()
  return { server: cpuOf('server'), postgres: cpuOf('postgres'), ordersPerS, memoryMb, sold }
}

/** The game folder with a supporter edition that sells what is in stock and no more, as Vendure's variants do. */
async function gameThatReserves(folder: string): Promise<string> {
  await cp('game', folder, { recursive: true })
  const file = join(folder, 'game.json')
  const [before, ...after] = (await readFile(file, 'utf8')).split('"supporter"')
  await writeFile(
    file,
    [before, ...after.map((part) => part.replace('"backorder"', '"reserve"'))].join('"supporter"'),
  )
  return folder
}

async function measureVendure({ url, postmaster }: Place, orders: number): Promise<Measured> {
  await cp(join(SOURCES, 'server.cjs'), join(FOLDER, 'server.cjs'))
  const port = String(await freePort())
  const child = spawn(process.execPath, [resolve(FOLDER, 'server.cjs'), url, port], {
    cwd: FOLDER,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  try {
    await Promise.race([
      once(createInterface({ input: child.stdout }), 'line'),
      ended.then(() => Promise.reject(new Error('expected Vendure to serve, it ended instead'))),
    ])
    const server = `http://127.0.0.1:${port}`
    const { owner, plenty, scarce } = await openVendureShop(server, { plenty: 10 * orders, scarce: SCARCE })
    const makeAndFulfil = async (count: number) => {
      let left = count
      let makingMs = 0
      const buyer = async () => {
        while (left-- > 0) {
          const beganAt = performance.now()
          const made = await orderFromVendure(server, plenty)
          makingMs += performance.now() - beganAt
          await fulfilVendureOrder(owner, made)
        }
      }
      await Promise.all(Array.from({ length: BUYERS_AT_ONCE }, buyer))
      return makingMs / 1000 / BUYERS_AT_ONCE
    }
    await makeAndFulfil(WARM_UP)
    const begun = await readCpu(child.pid ?? 0, postmaster)
    const seconds = await makeAndFulfil(orders)
    const done = await readCpu(child.pid ?? 0, postmaster)
    const cpuOf = (of: keyof Cpu) => (done[of] - begun[of]) / orders
    const memoryMb = await residentMb(child.pid ?? 0)
    const sold = await countSold(() => orderFromVendure(server, scarce))
    return {
      server: cpuOf('server'),
      postgres: cpuOf('postgres'),
      ordersPerS: orders / seconds,
      memoryMb,
      sold,
    }
  } finally {
    child.kill()
    await ended
  }
}

/** How many of the buyers who come at once get an order. */
async function countSold(buy: (number: number) => Promise<unknown>): Promise<number> {
  const outcomes = await Promise.allSettled(Array.from({ length: SCARCE_BUYERS }, (_, number) => buy(number)))
  return outcomes.filter(({ status }) => status === 'fulfilled').length
}

interface Cpu {
  readonly server: number
  readonly postgres: number
}

async function readCpu(pid: number, postmaster: number): Promise<Cpu> {
  return { server: await cpuMs(pid), postgres: await treeCpuMs(postmaster) }
}
