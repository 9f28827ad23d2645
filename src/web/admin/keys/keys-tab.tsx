import { InnerTabs } from '#web/admin/inner-tabs.tsx'
import { useAdmin } from '#web/admin/admin-context.ts'
import { navigateTo, useAdminLocation } from '#web/admin/admin-location.ts'
import { useMay } from '#web/admin/staff-context.ts'
import type { Permission } from '#shared/permissions.ts'
import { KeyGenerator } from './key-generator.tsx'
import { KeyImporter } from './key-importer.tsx'
import { KeyList } from './key-list.tsx'
import { KeyStatistics } from './key-statistics.tsx'

const TABS = [
  { id: 'stats', needs: 'stats.read', content: KeyStatistics },
  { id: 'list', needs: 'keys.read', content: KeyList },
  { id: 'generate', needs: 'keys.generate', content: KeyGenerator },
  { id: 'import', needs: 'keys.import', content: KeyImporter },
] as const satisfies readonly { readonly needs: Permission; readonly [other: string]: unknown }[]

/** The key manager: statistics, key management, key generation; and import. */
export function KeysTab() {
  const { texts } = useAdmin()
  const may = useMay()
  const { rest } = useAdminLocation()
  const tabs = TABS.filter(({ needs }) => may(needs)).map((tab) => ({
    ...tab,
    label: texts.keys.tabs[tab.id],
  }))
  const current = tabs.find(({ id }) => id === rest[0]) ?? tabs[0]
  if (current === undefined) return null
  const Content = current.content
  return (
    <section className="tab-content" aria-labelledby="keys-title">
      <h2 id="keys-title">{texts.keys.title}</h2>
      <InnerTabs
        label={texts.keys.title}
        tabs={tabs}
        current={current.id}
        onChoose={(id) => navigateTo({ tab: 'keys', rest: [id] })}
      >
        <Content />
      </InnerTabs>
    </section>
  )
}
