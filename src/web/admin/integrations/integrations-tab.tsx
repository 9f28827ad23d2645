import { useAdmin } from '#web/admin/admin-context.ts'
import { useMay } from '#web/admin/staff-context.ts'
import { TokenSection } from './token-section.tsx'
import { WebhookSection } from './webhook-section.tsx'

/** What a studio's own systems are told, and what they may read. */
export function IntegrationsTab() {
  const words = useAdmin().texts.integrations
  const may = useMay()
  return (
    <section className="tab-content stack" aria-labelledby="integrations-title">
      <h2 id="integrations-title" className="tab-title">
        {words.title}
      </h2>
      <p className="lead">{words.lead}</p>
      <WebhookSection />
      {may('tokens.manage') ? <TokenSection /> : null}
    </section>
  )
}
