import type * as z from 'zod'
import type { HealthReply } from '#shared/api.ts'
import type { StatusFacts } from '#shared/plain-facts.ts'
import { MAIL_STUCK_AFTER_S } from './find-causes.ts'
import type { ShopState } from './read-shop-state.ts'

/** Whether at least one rail is open and one edition is not sold out. */
export function canSell({ rails, stock }: Pick<ShopState, 'rails' | 'stock'>): boolean {
  return rails.some(({ available }) => available) && stock.some(({ isSoldOut }) => !isSoldOut)
}

/** The parts of `GET /health` that say whether something can be sold. Only `sales` decides whether the shop is ready. */
export function salesHealth(state: ShopState): z.infer<typeof HealthReply>['parts'] {
  const { rails, stock, mail } = state
  const isOpen = rails.some(({ available }) => available)
  const isInStock = stock.some(({ isSoldOut }) => !isSoldOut)
  const isMailStuck = mail.oldestS > MAIL_STUCK_AFTER_S
  const why = !isOpen ? 'no rail is open' : 'every edition is sold out'
  return {
    sales: canSell(state) ? { ok: true } : { ok: false, detail: why },
    stock: isInStock ? { ok: true } : { ok: false, detail: 'every edition is sold out' },
    mail: isMailStuck ? { ok: false, detail: 'mails wait for more than ten minutes' } : { ok: true },
  }
}

/** What the public may know of the state of the shop. */
export function statusFacts({ rails, stock, mail }: ShopState, readAt: Date): StatusFacts {
  const isOpen = rails.some(({ available }) => available)
  const isSoldOut = stock.every((one) => one.isSoldOut)
  return {
    shop: !isOpen ? 'closed' : isSoldOut ? 'sold-out' : 'selling',
    rails: rails.filter(({ reason }) => reason !== 'not_configured'),
    isMailDelayed: mail.oldestS > MAIL_STUCK_AFTER_S,
    readAt: readAt.toISOString(),
  }
}
