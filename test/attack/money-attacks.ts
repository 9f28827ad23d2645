import { mine, sendEth } from '#test/nodes/evm-wallet.ts'
import { until } from '#test/until.ts'
import type { RefundRow } from '#shared/orders-api.ts'
import type { Attack } from './attack.ts'
import { nothingOf } from './attack.ts'
import type { Caller, Reply } from './browser-client.ts'
import type { Target } from './open-target.ts'
import { etherAtoms, soldOrders } from './sold-orders.ts'

/** What BTCPay's review of October 2026 found in the path of money, tried here. */
export const MONEY_ATTACKS: readonly Attack[] = [
  {
    finding: 'BTCPay metadata',
    name: 'names, keys, notes and headers that a reader of payments could take for data',
    expected: 'every order that was accepted is confirmed and delivered once paid',
    async run(target) {
      const { all, refused } = await soldOrders(target)
      const isHeld =
        all.length >= 12 && refused.every((one) => one.endsWith('BAD_REQUEST') || one.endsWith('INVALID'))
      return {
        seen: `${String(all.length)} paid and delivered, ${String(refused.length)} refused at once`,
        isHeld,
      }
    },
  },
  {
    finding: 'BTCPay payouts',
    name: 'a paid refund is opened again, or paid a second time',
    expected: 'refused, however it is asked',
    async run(target) {
      const { first, all } = await soldOrders(target)
      const { owner } = target.as
      const refund = await payRefund(target, owner, first.payment.id)
      const { id } = refund
      const hash = refund.transactions[0]?.txHash ?? ''
      const other = `0x${'ab'.repeat(32)}`
      const body = { paymentId: first.payment.id, quantity: 1 }
      const replies: [string, Reply][] = [
        ['withdrawn', await owner.post(`/functions/refunds/${id}/withdraw`)],
        ['quoted again', await owner.post(`/functions/refunds/${id}/quote`)],
        ['another transaction', await owner.post(`/functions/refunds/${id}/record`, { txHash: other })],
        ['asked by staff', await owner.post(`/functions/orders/${first.payment.id}/refund-due`, {})],
        ['asked by its buyer', await first.buyer.post('/functions/request-refund', body)],
      ]
      const second = all[1]
      if (second === undefined) throw new Error('expected a second order')
      await second.buyer.post('/functions/request-refund', { paymentId: second.payment.id, quantity: 1 })
      const [next] = await refundsOf(owner, second.payment.id)
      await owner.post(`/functions/refunds/${next?.id ?? ''}/quote`)
      replies.push([
        'its transaction for another refund',
        await owner.post(`/functions/refunds/${next?.id ?? ''}/record`, { txHash: hash }),
      ])
      const owing = (await refundsOf(owner, first.payment.id)).filter(({ status }) => status !== 'verified')
      // those that find nothing left to refund answer 200, too
      const isAlready = ({ json }: Reply) =>
        (json as { kind?: string }).kind === 'already' || (json as { order?: unknown }).order !== undefined
      const opened = replies
        .filter(([, reply]) => reply.status === 200 && !isAlready(reply))
        .map(([name]) => name)
      return nothingOf(
        [...opened, ...owing.map((one) => `${one.status} ${one.id}`)],
        replies.length,
        'ways refused',
      )
    },
  },
  {
    finding: 'races',
    name: 'a refund is asked for ten times at once',
    expected: 'one refund',
    async run(target) {
      const third = (await soldOrders(target)).all[2]
      if (third === undefined) throw new Error('expected a third order')
      const body = { paymentId: third.payment.id, quantity: 1 }
      await Promise.all(Array.from({ length: 10 }, () => third.buyer.post('/functions/request-refund', body)))
      const refunds = await refundsOf(target.as.owner, third.payment.id)
      return { seen: `${String(refunds.length)} refunds`, isHeld: refunds.length === 1 }
    },
  },
  {
    finding: 'IDOR',
    name: 'a stranger knows an order’s id, or has the secret of another order',
    expected: 'figures only, and every act refused',
    async run(target) {
      const { all } = await soldOrders(target)
      const [, other, , , theirs] = all
      if (other === undefined || theirs === undefined) throw new Error('expected five orders')
      const { id } = theirs.payment
      const stranger = target.caller()
      const thief = target.caller()
      // the secret of another order under this one's name
      for (const [name, value] of other.buyer.cookies)
        thief.cookies.set(name.replace(other.payment.id, id), value)
      const secrets = [theirs.email, ...(await keysOf(theirs.buyer, id))]
      const seen = []
      let tried = 0
      for (const caller of [stranger, thief]) {
        for (const path of [
          `/data/orders/${id}`,
          `/data/payments/${id}`,
          `/order/${id}`,
          `/order/${id}/keys.txt`,
          `/order/${id}/invoice.txt`,
        ]) {
          const { text } = await caller.get(path)
          tried += 1
          for (const secret of secrets)
            if (text.includes(secret)) seen.push(`${path} tells ${secret.slice(0, 12)}`)
        }
        for (const call of ['request-refund', 'resend-order-mail']) {
          const { status } = await caller.post(`/functions/${call}`, { paymentId: id })
          tried += 1
          if (status < 400) seen.push(`${call} ${String(status)}`)
        }
      }
      return nothingOf(seen, tried, 'calls tell and do nothing')
    },
  },
]

/** The keys of an order, as its buyer reads them. */
async function keysOf(buyer: Caller, id: string): Promise<readonly string[]> {
  const { json } = await buyer.get(`/data/orders/${id}`)
  const { keys } = json as { keys: readonly string[] }
  if (keys.length === 0) throw new Error('expected the order to have keys')
  return keys
}

async function refundsOf(owner: Caller, orderId: string): Promise<readonly RefundRow[]> {
  const { json } = await owner.get(`/functions/orders/${orderId}`)
  return (json as { order: { refunds: readonly RefundRow[] } }).order.refunds
}

/** Quotes, pays and records the refund of an order, and waits until the chain has proved it. */
async function payRefund(target: Target, owner: Caller, orderId: string): Promise<RefundRow> {
  const [asked] = await refundsOf(owner, orderId)
  if (asked === undefined) throw new Error('expected a refund')
  const { json } = await owner.post(`/functions/refunds/${asked.id}/quote`)
  const quoted = (json as { refund: RefundRow }).refund
  const txHash = await sendEth(target.anvil, quoted.address, etherAtoms(quoted.owed ?? '0'))
  await mine(target.anvil, 80)
  await owner.post(`/functions/refunds/${asked.id}/record`, { txHash })
  await until(
    async () => {
      await owner.post('/functions/verify-crypto-payment', { paymentId: orderId })
      return (await refundsOf(owner, orderId)).every(({ status }) => status === 'verified')
    },
    { what: 'the refund is proved', everyMs: 500, withinMs: 60_000 },
  )
  const [paid] = await refundsOf(owner, orderId)
  if (paid === undefined) throw new Error('expected the refund')
  return paid
}
