import type { SettingsCheckReply } from '#shared/reports-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Card } from '#web/admin/card.tsx'
import { chainName } from '#shared/chain-name.ts'
import { OrderLink } from '#web/admin/copyable-code.tsx'
import { fill, formatCount } from '#texts/format.ts'

/** Shows the tokens on the shop's own addresses that their issuers have frozen, and the orders they paid. */
export function FrozenCheck({ frozen }: Pick<SettingsCheckReply, 'frozen'>) {
  const { texts, language } = useAdmin()
  const words = texts.settings
  return (
    <Card id="frozen-title" title={words.frozen} lead={words.frozenLead}>
      {frozen.length === 0 ? <p>{words.nothingFrozen}</p> : null}
      {frozen.map(({ chain, asset, amount, addresses, unknown, orders }) => (
        <div key={`${chain} ${asset}`} className="stack">
          {addresses > 0 ? (
            <p className="note note-warn">
              {fill(words.frozenAmount, {
                amount: `\u2068${amount} ${asset} (${chainName(chain)})\u2069`,
                count: formatCount(language, addresses),
              })}
            </p>
          ) : null}
          {unknown > 0 ? (
            <p className="note note-warn">
              {fill(words.frozenUnknown, { count: formatCount(language, unknown) })}{' '}
              <bdi>{`${asset} (${chainName(chain)})`}</bdi>
            </p>
          ) : null}
          {orders.length > 0 ? (
            <ul className="lines">
              {orders.map((id) => (
                <li key={id}>
                  <OrderLink id={id} />
                </li>
              ))}
            </ul>
          ) : null}
        </div>
      ))}
    </Card>
  )
}
