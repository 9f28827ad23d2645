import type { ShellFacts } from '#shared/render-bundle.ts'
import type { PlainOrderFacts } from '#shared/plain-facts.ts'
import { fill } from '#texts/format.ts'
import { plainTextsOf } from '#texts/rendered-texts.ts'
import { Page } from '#web/layout/page.tsx'
import { inertJson } from '#web/ui/inert-json.ts'
import { isWaiting } from './is-waiting.ts'
import { PlainOrder } from './plain-order.tsx'
import { withLanguage } from './plain-page.tsx'

const REFRESH_S = 30

interface OrderDocumentProps {
  readonly facts: ShellFacts
  readonly plain: PlainOrderFacts
  /** Whether the page's script takes over; not if the page is the reply to a form, at another URL. */
  readonly hasScript: boolean
}

/** `/order/:id`: readable without a script, and the initial content for its script. */
export function OrderDocument({ facts, plain, hasScript }: OrderDocumentProps) {
  const { faults, failure } = plain.refund
  const whole = `${facts.pageTitle} · ${facts.title}`
  const isFaulty = faults.length > 0 || failure !== null
  const title = isFaulty ? fill(plainTextsOf(facts.language).faultTitle, { title: whole }) : whole
  const content = (
    <div id={hasScript ? 'root' : undefined} className="shell">
      <PlainOrder facts={facts} plain={plain} />
    </div>
  )
  if (!hasScript) {
    const sheets = facts.styles[facts.script] ?? []
    return (
      <Page
        facts={facts}
        title={title}
        head={sheets.map((file) => (
          <link key={file} rel="stylesheet" href={file} />
        ))}
      >
        {content}
      </Page>
    )
  }
  return (
    <Page facts={facts} title={title} script={facts.script} isEager head={<AutoReload plain={plain} />}>
      {content}
      <script
        type="application/json"
        id="shell-props"
        dangerouslySetInnerHTML={{ __html: inertJson({ ...facts.props, order: plain.order }) }}
      />
    </Page>
  )
}

/**
 * Without a script the page reloads itself while it waits, and then no longer shows the confirmation of the last
 * action.
 */
function AutoReload({ plain }: Pick<OrderDocumentProps, 'plain'>) {
  const { order, named } = plain
  if (order === null || !isWaiting(order.payment.status)) return null
  const path = withLanguage(`/order/${order.payment.id}`, named)
  return (
    <noscript>
      <meta httpEquiv="refresh" content={`${String(REFRESH_S)}; url=${path}`} />
    </noscript>
  )
}
