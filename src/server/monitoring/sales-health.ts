import type * as z from 'zod'
import type { HealthReply } from '#shared/api.ts'
import type { StatusFacts } from '#shared/plain-facts.ts'
import { MAIL_STUCK_AFTER_S, type ShopState } from './read-shop-state.ts'

/** Whether at least one rail is open and one edition is not sold out. */
export function canSell({ rails, stock }: Pick<ShopState, 'rails' | 'stock'>): boolean {
  return rails.some(({ available }) => available) && stock.some(({ isSoldOut }) => !isSoldOut)
}

/** The parts of `GET /health` that say whether something can be sold. Only `sales` decides whether the shop is ready. */
export function salesHealth(state: ShopState): z.infer<typeof HealthReply>['parts'] {
  const { rails, stock, mail } = state
  const isOpen = rails.some(({ available }) => available)
  const isInStock = stock.some(({ isSoldOut }) => !isSoldOut)
  const why = !isOpen ? 'no rail is open' : 'every edition is sold out'
  return {
    sales: canSell(state) ? { ok: true } : { ok: false, detail: why },
    stock: isInStock ? { ok: true } : { ok: false, detail: 'every edition is sold out' },
    mail: mailHealth(mail),
  }
}

/** What the public may know of the state of the shop. */
export function statusFacts({ rails, stock, mail }: ShopState, readAt: Date): StatusFacts {
  const isOpen = rails.some(({ available }) => available)
  const isSoldOut = stock.every((one) => one.isSoldOut)
  return {
    shop: !isOpen ? 'closed' : isSoldOut ? 'sold-out' : 'selling',
    rails: rails.filter(({ reason }) => reason !== 'not_configured'),
    isMailDelayed: isStuck(mail) || mail.isRefusing,
    readAt: readAt.toISOString(),
  }
}

function mailHealth(mail: ShopState['mail']): z.infer<typeof HealthReply>['parts']['mail'] {
  if (isStuck(mail)) return { ok: false, detail: 'mails wait for more than ten minutes' }
  if (mail.isRefusing) return { ok: false, detail: 'the mail server refuses most mails' }
  if (mail.keysWaiting > 0)
    return { ok: false, detail: 'keys of paid orders wait to be mailed for more than ten minutes' }
  return { ok: true }
}

function isStuck({ oldestUnrefusedS }: ShopState['mail']): boolean {
  return oldestUnrefusedS > MAIL_STUCK_AFTER_S
}
