import { sql } from 'kysely'
import { isRecord } from './is-record.ts'
import type { Attack } from './attack.ts'
import type { Caller } from './browser-client.ts'
import type { Target } from './open-target.ts'
import { copyOrder, createdPayment, orderOf, tryToOrder } from './shop-visitor.ts'

/** What strangers can do with orders that they never pay. */
export const ORDER_ATTACKS: readonly Attack[] = [
  {
    finding: 'A1',
    name: 'a solver of the proof of work that starts where most solutions are',
    expected: 'a mean of 8 million rounds, from counter 0 on',
    async run(target) {
      const { json } = await target.caller().post('/functions/captcha/proof')
      const { cost, data } = (json as { parameters: { cost: number; data: { mostTries: number } } })
        .parameters
      const mean = (cost * data.mostTries) / 2
      return { seen: `${String(mean)} rounds`, isHeld: mean >= 8_000_000 }
    },
  },
  {
    finding: 'A1',
    name: 'one client orders and never pays',
    expected: 'UNPAID_ORDERS from the 101st open order, or the 501st of a day',
    async run(target) {
      const open = await orderUpTo(target, target.caller(), 99)
      const ofDay = await orderUpTo(target, target.caller(), 499, { isExpired: true })
      const seen = [...open, ...ofDay].join(' ')
      return { seen, isHeld: seen === '200 UNPAID_ORDERS 200 UNPAID_ORDERS' }
    },
  },
  {
    finding: 'A1',
    name: 'a whole /48 orders and never pays',
    expected: 'UNPAID_ORDERS from the 401st open order of the network',
    async run(target) {
      const seen = []
      const [first, later] = [await directOrder(target, '2001:db8:77:1::5'), '2001:db8:77:9::5']
      await copyOrder(target.db, idOf(first.json), 398, `md5('other' || n)`)
      for (const address of [later, '2001:db8:77:a::5']) seen.push((await directOrder(target, address)).said)
      seen.push((await directOrder(target, '2001:db8:78:1::5')).said)
      return { seen: seen.join(' '), isHeld: seen.join(' ') === '200 UNPAID_ORDERS 200' }
    },
  },
  {
    finding: 'A1',
    name: 'many networks order and never pay',
    expected: 'from 5,000 on only clients without unpaid orders, from 10,000 on nobody; staff are told',
    async run(target) {
      const [squatter, honest] = [target.caller(), target.caller()]
      const { id } = createdPayment(await tryToOrder(target, squatter, orderOf('squat@buyer.example')))
      await copyOrder(target.db, id, 5_000, `md5('squatter' || n)`)
      const seen = [(await tryToOrder(target, squatter, orderOf('squat@buyer.example'))).said]
      seen.push((await tryToOrder(target, honest, orderOf('honest@buyer.example'))).said)
      await copyOrder(target.db, id, 5_000, `md5('squatters' || n)`)
      seen.push((await tryToOrder(target, target.caller(), orderOf('third@buyer.example'))).said)
      const alerts = await target.db.selectFrom('alerts').select('kind').execute()
      seen.push(alerts.some(({ kind }) => kind === 'unpaid-orders-limit') ? 'alert' : 'NO ALERT')
      await forgetCopies(target)
      const isHeld = seen.join(' ') === 'SHOP_UNPAID_ORDERS 200 SHOP_UNPAID_ORDERS alert'
      return { seen: seen.join(' '), isHeld }
    },
  },
  {
    finding: 'A1',
    name: 'orders in a stranger’s name fill the stranger’s mailbox',
    expected: '10 "how to pay" mails an hour, whatever the tags and dots',
    async run(target) {
      for (let n = 0; n < 13; n += 1) {
        const email = `vic${n % 2 === 0 ? '.' : ''}tim+${String(n)}@${n % 3 === 0 ? 'googlemail' : 'gmail'}.com`
        createdPayment(await tryToOrder(target, target.caller(), orderOf(email)))
      }
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from mails where recipient like 'vic%tim+%'`.execute(target.db)
      const count = rows[0]?.count ?? -1
      return { seen: `13 orders, ${String(count)} mails`, isHeld: count === 10 }
    },
  },
  {
    finding: 'A9',
    name: 'calls without a captcha spend the orders of everybody behind an address',
    expected: 'they run out themselves; a buyer with a captcha there is served',
    async run(target) {
      const [stranger, buyer] = [target.caller('127.2.0.1'), target.caller('127.2.0.1')]
      const said = new Set<string>()
      for (let n = 0; n < 140; n += 1)
        said.add((await stranger.post('/functions/create-crypto-payment', orderOf('eve@buyer.example'))).said)
      const served = await tryToOrder(target, buyer, orderOf('ada@buyer.example'))
      const isHeld = served.status === 200 && said.has('RATE_LIMITED') && !said.has('200')
      return { seen: `stranger ${[...said].join(' ')}, buyer ${served.said}`, isHeld }
    },
  },
  {
    finding: 'A9',
    name: 'one client names another address in each call',
    expected: 'the proxy’s own word counts, and the limit is reached',
    async run(target) {
      const stranger = target.caller()
      const said = new Set<string>()
      for (let n = 0; n < 140; n += 1) {
        const address = `198.51.100.${String(n)}`
        const headers = { 'x-forwarded-for': address, 'x-real-ip': address, forwarded: `for=${address}` }
        const body = orderOf('eve@buyer.example')
        said.add((await stranger.post('/functions/create-crypto-payment', body, headers)).said)
      }
      return { seen: [...said].join(' '), isHeld: said.has('RATE_LIMITED') }
    },
  },
  {
    finding: 'A10',
    name: 'a stranger spends a victim’s quota of /recover with made-up ids',
    expected: 'the victim’s own pair still gets its mail',
    async run(target) {
      const ada = target.caller()
      const email = 'ada-recovers@buyer.example'
      const { id } = createdPayment(await tryToOrder(target, ada, orderOf(email)))
      const stranger = target.caller()
      for (let n = 0; n < 14; n += 1)
        await stranger.post('/functions/recover-order', { email, paymentId: crypto.randomUUID() })
      const reply = await ada.post('/functions/recover-order', { email, paymentId: id })
      const mails = await target.db
        .selectFrom('mails')
        .select('id')
        .where('recipient', '=', email)
        .where('template', '=', 'recover')
        .execute()
      const isHeld = reply.status === 200 && mails.length === 1
      return { seen: `${reply.said}, ${String(mails.length)} mail`, isHeld }
    },
  },
  {
    finding: 'A9',
    name: 'a stranger spends a victim’s quota of "send again" and of support',
    expected: 'without the order’s secret nothing is counted against it',
    async run(target) {
      const ada = target.caller()
      const { id } = createdPayment(await tryToOrder(target, ada, orderOf('resend@buyer.example')))
      const stranger = target.caller()
      const said = new Set<string>()
      for (let n = 0; n < 20; n += 1)
        said.add((await stranger.post('/functions/resend-order-mail', { paymentId: id })).said)
      const own = await ada.post('/functions/resend-order-mail', { paymentId: id })
      return { seen: `stranger ${[...said].join(' ')}, buyer ${own.said}`, isHeld: own.status === 200 }
    },
  },
  {
    finding: 'A12',
    name: 'a seen idempotency key brings a stranger the order’s cookie',
    expected: 'no cookie for another client',
    async run(target) {
      const [ada, eve] = [target.caller(), target.caller()]
      const headers = { 'idempotency-key': 'a-key-that-somebody-saw' }
      const body = orderOf('key@buyer.example')
      createdPayment(await tryToOrder(target, ada, body, headers))
      const reply = await eve.post('/functions/create-crypto-payment', body, headers)
      const isHeld = reply.headers['set-cookie'] === undefined
      return { seen: `${reply.said}, ${isHeld ? 'no cookie' : 'COOKIE'}`, isHeld }
    },
  },
]

/** One order, copies of it up to `count`, then orders until one is refused, at most two. */
async function orderUpTo(
  target: Target,
  caller: Caller,
  count: number,
  { isExpired = false } = {},
): Promise<readonly string[]> {
  const body = orderOf('never@buyer.example')
  const { id } = createdPayment(await tryToOrder(target, caller, body))
  if (isExpired)
    await sql`update payments set status = 'expired', expires_at = now() - interval '1 minute' where id = ${id}`.execute(
      target.db,
    )
  await copyOrder(target.db, id, count - 1)
  const seen = []
  for (let n = 0; n < 2; n += 1) seen.push((await tryToOrder(target, caller, body)).said)
  await forgetCopies(target)
  return seen
}

async function forgetCopies({ db }: Target): Promise<void> {
  await db.deleteFrom('payments').where('derivation_index', '>', 1_000_000).execute()
}

/** Orders at the shop itself, as a proxy that names an IPv6 client does: the loopback has only one such address. */
async function directOrder(target: Target, client: string): Promise<{ said: string; json: unknown }> {
  const caller = target.caller()
  await tryToOrder(target, caller, {})
  const reply = await fetch(`http://127.0.0.1:${String(target.shopPort)}/functions/create-crypto-payment`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': client,
      cookie: [...caller.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
    body: JSON.stringify(orderOf('network@buyer.example')),
  })
  const json: unknown = await reply.json()
  const code = isRecord(json) ? json['code'] : undefined
  return { json, said: typeof code === 'string' ? code : String(reply.status) }
}

function idOf(json: unknown): string {
  const { payment } = json as { payment?: { id: string } }
  if (payment === undefined) throw new Error('expected an order of an IPv6 client')
  return payment.id
}
