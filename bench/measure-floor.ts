import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { cpuMs, treeCpuMs } from './process-cost.ts'

const SCHEMA = `
  create table orders (id uuid primary key, email text not null, edition text not null, quantity integer not null,
    price_cents integer not null, due_atoms bigint not null, received_atoms bigint not null default 0,
    address text not null unique, status text not null, made_at timestamptz not null, delivered_at timestamptz);
  create table transfers (order_id uuid not null references orders, tx_hash text not null, atoms bigint not null,
    height integer not null, primary key (order_id, tx_hash));
  create table keys (id bigint generated always as identity primary key, text text not null unique,
    order_id uuid references orders);
  create table mails (id bigint generated always as identity primary key, order_id uuid not null references orders,
    template text not null, recipient text not null, unique (order_id, template))`

interface FloorLoad {
  /** Of the PostgreSQL that the shop uses as well; a database of its own is made there. */
  readonly databaseUrl: string
  readonly postmaster: number
  readonly orders: number
  readonly warmUp: number
  readonly buyersAtOnce: number
}

/** CPU time of an order in bare node:http and pg, server and PostgreSQL together, in ms. */
export async function measureFloor(load: FloorLoad): Promise<number> {
  const url = new URL(load.databaseUrl)
  await run(url.href, ['create database floor'])
  url.pathname = '/floor'
  await run(url.href, [
    SCHEMA,
    `insert into keys (text) select md5(n::text) from generate_series(1, ${String(load.orders + load.warmUp)}) n`,
    'analyze',
  ])
  const child = spawn(process.execPath, ['bench/floor-server.ts', url.href], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [port] = (await once(createInterface(child.stdout), 'line')) as [string]
    await makeOrders(`http://127.0.0.1:${port}`, load.warmUp, load.buyersAtOnce)
    const pid = child.pid ?? 0
    const before = (await cpuMs(pid)) + (await treeCpuMs(load.postmaster))
    await makeOrders(`http://127.0.0.1:${port}`, load.orders, load.buyersAtOnce)
    return ((await cpuMs(pid)) + (await treeCpuMs(load.postmaster)) - before) / load.orders
  } finally {
    const exited = once(child, 'exit')
    child.kill()
    await exited
  }
}

async function makeOrders(url: string, count: number, buyersAtOnce: number): Promise<void> {
  let left = count
  const buyer = async () => {
    while (left-- > 0) {
      const body = JSON.stringify({ id: randomUUID(), email: 'buyer@example.com' })
      for (const path of ['/create', '/settle', '/deliver']) {
        const reply = await fetch(url + path, { method: 'POST', body })
        if (!reply.ok) throw new Error(await reply.text())
        await reply.arrayBuffer()
      }
    }
  }
  await Promise.all(Array.from({ length: buyersAtOnce }, buyer))
}

async function run(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
