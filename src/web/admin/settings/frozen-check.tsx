import type { SettingsCheckReply } from '#shared/reports-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { chainName } from '#shared/chain-name.ts'
import { locationHash } from '#web/admin/admin-location.ts'
import { InlineCode } from '#web/admin/inline-code.tsx'
import { fill, formatCount } from '#texts/format.ts'

/** Shows the tokens on the shop's own addresses that their issuers have frozen, and the orders they paid. */
export function FrozenCheck({ frozen }: Pick<SettingsCheckReply, 'frozen'>) {
  const { texts, language } = useAdmin()
  const words = texts.settings
  return (
    <section className="card stack" aria-labelledby="frozen-title">
      <h3 id="frozen-title">{words.frozen}</h3>
      <p className="lead">{words.frozenLead}</p>
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
                  <a href={locationHash({ tab: 'orders', rest: [id] })}>
                    <InlineCode>{id.slice(0, 8)}</InlineCode>
                  </a>
                </li>
              ))}
            </ul>
          ) : null}
        </div>
      ))}
    </section>
  )
}
