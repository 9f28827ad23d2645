// What an order costs at least: bare node:http and pg, an order in three transactions. Run by measure-floor.ts as a process of
// its own; the argument is the database's URL.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.argv[2], max: 10 })

type Work = (client: pg.PoolClient, body: { readonly id: string; readonly email: string }) => Promise<unknown>

/** The statements that no shop can do without. */
const WORKS: Readonly<Record<string, Work>> = {
  '/create': async (client, { id, email }) => {
    await client.query(
      'insert into orders (id, email, edition, quantity, price_cents, due_atoms, address, status, made_at) values ($1, $2, $3, 1, 6399, 63990000, $4, $5, now())',
      [id, email, 'standard', `0x${id.replaceAll('-', '')}`, 'pending'],
    )
    await client.query('insert into mails (order_id, template, recipient) values ($1, $2, $3)', [
      id,
      'received',
      email,
    ])
  },
  '/settle': async (client, { id }) => {
    await client.query('select * from orders where id = $1 for update', [id])
    await client.query('insert into transfers (order_id, tx_hash, atoms, height) values ($1, $2, $3, $4)', [
      id,
      id,
      63990000,
      1,
    ])
    await client.query('update orders set status = $2, received_atoms = due_atoms where id = $1', [
      id,
      'confirmed',
    ])
  },
  '/deliver': async (client, { id, email }) => {
    await client.query('select * from orders where id = $1 for update', [id])
    await client.query(
      'update keys set order_id = $1 where id = (select id from keys where order_id is null order by id limit 1 for update skip locked)',
      [id],
    )
    await client.query('update orders set delivered_at = now() where id = $1', [id])
    await client.query('insert into mails (order_id, template, recipient) values ($1, $2, $3)', [
      id,
      'keys',
      email,
    ])
  },
}

const server = createServer((request, response) => {
  void answer(request).then(
    () => response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true}'),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})
server.listen(0, '127.0.0.1', () => {
  console.log((server.address() as AddressInfo).port)
})
process.once('SIGTERM', () => {
  server.closeAllConnections()
  server.close()
  void pool.end()
})

async function answer(request: IncomingMessage): Promise<void> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  const body = JSON.parse(text) as { id: string; email: string }
  const work = WORKS[request.url ?? '']
  if (work === undefined) throw new Error(`expected a path of the floor, got ${String(request.url)}`)
  const client = await pool.connect()
  try {
    await client.query('begin')
    await work(client, body)
    await client.query('commit')
  } finally {
    client.release()
  }
}
