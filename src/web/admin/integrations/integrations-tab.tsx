import { useAdmin } from '#web/admin/admin-context.ts'
import { CardsTab } from '#web/admin/card.tsx'
import { useMay } from '#web/admin/staff-context.ts'
import { TokenSection } from './token-section.tsx'
import { WebhookSection } from './webhook-section.tsx'

/** What a studio's own systems are told, and what they may read. */
export function IntegrationsTab() {
  const words = useAdmin().texts.integrations
  const may = useMay()
  return (
    <CardsTab id="integrations-title" title={words.title} lead={words.lead}>
      <WebhookSection />
      {may('tokens.manage') ? <TokenSection /> : null}
    </CardsTab>
  )
}
