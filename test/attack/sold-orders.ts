import type { Payment } from '#shared/api.ts'
import { sendEth, mine } from '#test/nodes/evm-wallet.ts'
import { until } from '#test/until.ts'
import type { Caller } from './browser-client.ts'
import type { Target } from './open-target.ts'
import { createdPayment, orderOf, tryToOrder } from './shop-visitor.ts'

/** Text that runs if a page shows it as HTML, and stops a parser that reads it as data. */
export const PAYLOAD = `"'><img src=x onerror="document.title='RAN'"><script>document.title='RAN'</script>{{7*7}}\${7*7}=1+1`

/** What buyers may send that could be taken for data: each was accepted or refused, and none may stop a payment. */
const ODD_EMAILS = [
  `o'brien@buyer.example`,
  '__proto__@buyer.example',
  'constructor+null@buyer.example',
  'true@buyer.example',
  '0x00@buyer.example',
  '"{}"@buyer.example',
  '{"id":1}@buyer.example',
  '$ref@buyer.example',
  `x@${'a'.repeat(60)}.example`,
]
const ODD_KEYS = [
  '{"paymentId":"x"}',
  '[object Object]',
  "'; delete from payments; --",
  '$ref:#/definitions/x',
  'k'.repeat(200),
  '__proto__.polluted',
]

/** An order, and the browser that made it. */
interface SoldOrder {
  readonly payment: Payment
  readonly buyer: Caller
  readonly email: string
}

/** Orders of buyers who sent odd things, all paid and confirmed. */
interface SoldOrders {
  readonly all: readonly SoldOrder[]
  /** Of them, the one whose buyer asks for a refund. */
  readonly first: SoldOrder
  /** What was refused at once. */
  readonly refused: readonly string[]
}

const known = new WeakMap<Target, Promise<SoldOrders>>()

/** Sells once for all attacks that need it. */
export function soldOrders(target: Target): Promise<SoldOrders> {
  const started = known.get(target) ?? sell(target)
  known.set(target, started)
  return started
}

async function sell(target: Target): Promise<SoldOrders> {
  const all: SoldOrder[] = []
  const refused: string[] = []
  const tries = [
    ['ada@buyer.example', {}] as const,
    ['second@buyer.example', {}] as const,
    ...ODD_EMAILS.map((email) => [email, { 'user-agent': PAYLOAD, 'accept-language': PAYLOAD }] as const),
    ...ODD_KEYS.map((key, n) => [`key${String(n)}@buyer.example`, { 'idempotency-key': key }] as const),
  ]
  for (const [email, headers] of tries) {
    const buyer = target.caller()
    const reply = await tryToOrder(target, buyer, orderOf(email), headers)
    if (reply.status === 200) all.push({ payment: createdPayment(reply), buyer, email })
    else refused.push(`${email} ${Object.values(headers).join(' ').slice(0, 30)} ${reply.said}`)
  }
  // staff write notes before anything is paid
  for (const { payment } of all.slice(0, 3))
    await target.as.support.post(`/functions/orders/${payment.id}/note`, {
      note: `{"status":"confirmed","$ref":"#"} PLANTED-NOTE ${PAYLOAD}`,
    })
  await payAll(target, all)
  const [first] = all
  if (first === undefined) throw new Error('expected an order')
  const asked = await first.buyer.post('/functions/request-refund', {
    paymentId: first.payment.id,
    quantity: 1,
    reason: `PLANTED-REASON ${PAYLOAD}`,
  })
  if (asked.status !== 200) throw new Error(`expected a refund request, got ${asked.said}`)
  return { all, first, refused }
}

/** Pays orders on the node, deep enough, and waits until each is confirmed and has its key. */
async function payAll(target: Target, orders: readonly SoldOrder[]): Promise<void> {
  for (const { payment } of orders)
    await sendEth(target.anvil, payment.paymentAddress, etherAtoms(payment.cryptoAmount))
  await mine(target.anvil, 80)
  const [one] = orders
  await until(
    async () => {
      await one?.buyer.post('/functions/verify-crypto-payment', { paymentId: one.payment.id })
      const left = await target.db
        .selectFrom('payments')
        .select('id')
        .where(
          'id',
          'in',
          orders.map(({ payment }) => payment.id),
        )
        .where((is) => is.or([is('status', '<>', 'confirmed'), is('delivered_at', 'is', null)]))
        .execute()
      return left.length === 0
    },
    { what: 'all odd orders are confirmed and delivered', everyMs: 500, withinMs: 120_000 },
  )
}

/** @param amount in ether, such as `0.02133`. */
export function etherAtoms(amount: string): bigint {
  const [whole = '0', part = ''] = amount.split('.')
  return BigInt(whole + part.padEnd(18, '0'))
}
