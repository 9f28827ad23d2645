import type { EditionId } from '#shared/editions.ts'
import { RAILS, type Rail } from '#shared/rails.ts'
import type { OrderFacts } from './mail-facts.ts'

/** The facts of an order that does not exist, for previews and for mails that try a bulletin. */
export function sampleOrder(edition: EditionId): OrderFacts {
  const rail = sampleRail()
  return {
    paymentId: '00000000-0000-4000-8000-000000000000',
    edition,
    quantity: 1,
    amount: '0.00106650',
    coin: rail.coin,
    network: rail.network,
    price: '63.99',
    currency: 'USD',
    transactionHash: null,
  }
}

/** The rail of that order. */
export function sampleRail(): Rail {
  const [rail] = RAILS
  if (rail === undefined) throw new Error('expected a rail')
  return rail
}
