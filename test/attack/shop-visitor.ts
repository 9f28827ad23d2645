import { passCookie } from '#server/captcha/pass-cookie.ts'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Payment } from '#shared/api.ts'
import { refundAddressOf } from '#test/refund-addresses.ts'
import type { Caller, Reply } from './browser-client.ts'
import type { Target } from './open-target.ts'

/** The body of an order of standard copies, paid in ether. */
export function orderOf(email: string, quantity = 1): Readonly<Record<string, unknown>> {
  return {
    userEmail: email,
    steamId: email,
    walletAddress: refundAddressOf('ethereum'),
    edition: 'standard',
    cryptoType: 'ethereum',
    cryptoNetwork: 'ethereum',
    totalPrice: (6399 * quantity) / 100,
    quantity,
  }
}

/** Gives the caller the cookie of somebody who solved a captcha. */
async function givePass(target: Target, caller: Caller): Promise<void> {
  const [name = '', value = ''] =
    passCookie(await target.pass(), true)
      .split(';')[0]
      ?.split('=') ?? []
  caller.cookies.set(name, value)
}

/** Orders with a solved captcha. */
export async function tryToOrder(
  target: Target,
  caller: Caller,
  body: object,
  headers: Record<string, string> = {},
): Promise<Reply> {
  await givePass(target, caller)
  return caller.post('/functions/create-crypto-payment', body, headers)
}

/** The payment of a created order. @throws {Error} if it was refused. */
export function createdPayment(reply: Reply): Payment {
  const { payment } = reply.json as { payment?: Payment }
  if (payment === undefined) throw new Error(`expected an order, got ${reply.said}`)
  return payment
}

let copies = 1_000_000

/** Adds unpaid orders of the client of an existing one, whose columns they have. */
export async function copyOrder(db: Db, id: string, count: number, change = ''): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_name = 'payments' and table_schema = 'public' and is_generated = 'NEVER'`.execute(db)
  copies += count
  const first = String(copies)
  const as: Readonly<Record<string, string>> = {
    id: 'gen_random_uuid()',
    derivation_index: `${first} + n`,
    payment_address: `'0x' || lpad(to_hex(${first} + n), 40, '0')`,
    idempotency_key: 'null',
    request_hash: 'null',
    check_code: `lpad((${first} + n)::text, 20, '0')`,
    ...(change === '' ? {} : { client_hash: change }),
  }
  const names = rows.map(({ name }) => name)
  const values = names.map((name) => as[name] ?? `o.${name}`).join(', ')
  await sql`
    insert into payments (${sql.raw(names.join(', '))})
    select ${sql.raw(values)} from payments o, generate_series(1, ${count}) n where o.id = ${id}`.execute(db)
}
