import type { OrderDetail } from '#shared/orders-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Card } from '#web/admin/card.tsx'
import { InlineCode } from '#web/admin/inline-code.tsx'
import { DateTime } from '#web/admin/date-time.tsx'
import { plural } from '#texts/format.ts'

/** Lists an order's keys, masked for users who may not see them. */
export function OrderKeyList({ order }: { readonly order: OrderDetail }) {
  const { texts } = useAdmin()
  return (
    <Card id="order-keys" title={texts.orders.keys}>
      {order.keys.length === 0 ? <p className="lead">{texts.orders.noKeys}</p> : null}
      <ul className="lines">
        {order.keys.map(({ id, key, retiredAt }) => (
          <li key={id}>
            <InlineCode>{key}</InlineCode>
            {retiredAt === null ? null : (
              <span className="badge badge-retired">{texts.keys.status.retired}</span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Lists the mails of an order, and whether each was sent. */
export function OrderMailList({ order }: { readonly order: OrderDetail }) {
  const { language, texts } = useAdmin()
  const { orders } = texts
  const templates: Readonly<Record<string, string>> = orders.templates
  return (
    <Card id="order-mails" title={orders.mails}>
      {order.mails.length === 0 ? <p className="lead">{orders.noMails}</p> : null}
      <ul className="lines">
        {order.mails.map(({ template, createdAt, sentAt, attempts, failedAs, failedReply }) => (
          <li key={`${template} ${createdAt}`}>
            <span>
              {templates[template] ?? template}{' '}
              <span className={sentAt === null ? 'badge badge-held' : 'badge badge-available'}>
                {sentAt === null ? orders.mailWaiting : orders.mailSent}
              </span>
            </span>
            <DateTime at={sentAt ?? createdAt} />
            {failedAs === null ? null : (
              <span className="lead">
                {plural(language, orders.mailTries, attempts)}
                {texts.shell.colon} {orders.mailFailures[failedAs]}
                {failedReply === null ? null : (
                  <>
                    {' '}
                    <InlineCode>{String(failedReply)}</InlineCode>
                  </>
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
