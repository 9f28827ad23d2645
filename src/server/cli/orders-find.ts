import { listKeys } from '#server/keys/list-keys.ts'
import { listOrders } from '#server/staff-orders/list-orders.ts'
import type { Db } from '#server/db/database.ts'
import { maskEmail } from '#server/keys/mask-key.ts'
import type { KeyCipher } from '#server/secrets/key-cipher.ts'
import { cents, formatCents } from '#shared/money.ts'
import { OrderListQuery } from '#shared/order-filter-api.ts'
import { type OrderRow } from '#shared/orders-api.ts'
import { KeyListQuery } from '#shared/admin-api.ts'
import { CommandError, UsageError, type CommandContext } from './command.ts'
import { withDatabase } from './with-database.ts'

const SHOWN = 50

/**
 * `orders find TEXT`: orders by id or its first 8 characters, start of the e-mail, transaction hash, payment address, or a key or
 * its last group. Prints a line each, with masked e-mails.
 */
export async function runOrdersFind(context: CommandContext): Promise<number> {
  const [text = '', ...rest] = context.args
  if (text.trim() === '' || rest.length > 0)
    throw new UsageError(
      'expected an order id, e-mail, transaction hash, address, or the last group of a key',
    )
  const query = OrderListQuery.safeParse({ q: text, limit: SHOWN })
  if (!query.success) throw new UsageError('expected a shorter text')
  return withDatabase(context, async ({ database: { db, keyCipher } }) => {
    // finding by e-mail and key is what the command is for; what it prints is masked
    const visibility = { emails: true, keys: true }
    const { orders, total, hasMore } = await listOrders(db, query.data, visibility)
    const ids = new Set(orders.map(({ id }) => id))
    const byKey = (await idsByKey(db, keyCipher, text)).filter((id) => !ids.has(id))
    const more = await Promise.all(
      byKey.map((id) => listOrders(db, OrderListQuery.parse({ q: id, limit: 1 }), visibility)),
    )
    const found = [...orders, ...more.flatMap((page) => page.orders)]
    if (found.length === 0) throw new CommandError('no order was found')
    for (const order of found) context.out(lineOf(order))
    if (total > orders.length)
      context.say(
        `${hasMore ? 'more than ' : ''}${String(total)} orders match; the newest ${String(SHOWN)} are shown`,
      )
    return 0
  })
}

async function idsByKey(db: Db, cipher: KeyCipher, q: string): Promise<readonly string[]> {
  const query = KeyListQuery.safeParse({ action: 'list', q, limit: SHOWN })
  if (!query.success) return []
  const { keys } = await listKeys(db, cipher, query.data, { keys: true, emails: false })
  return keys.flatMap((key) => (key.payment_id === null ? [] : [key.payment_id]))
}

function lineOf(order: OrderRow): string {
  const {
    id,
    createdAt,
    status,
    flags,
    edition,
    quantity,
    network,
    amount,
    received,
    priceCents,
    currency,
    email,
  } = order
  return [
    id,
    createdAt,
    [status, ...flags].join(' '),
    `${String(quantity)} ${edition}`,
    `${formatCents(cents(priceCents), currency)} ${currency}`,
    `${received} of ${amount} ${network}`,
    email === null ? 'erased' : maskEmail(email),
  ].join('\t')
}
