import type * as z from 'zod'
import type { AuditEntryRow, AuditReply } from '#shared/admin-api.ts'
import { EMAIL_MAX } from '#shared/constants.ts'
import { EmptyState } from '#web/admin/empty-state.tsx'
import { useAdmin } from '#web/admin/admin-context.ts'
import { locationHash, navigateTo, useAdminLocation } from '#web/admin/admin-location.ts'
import { Ago } from '#web/admin/ago.tsx'
import { Card } from '#web/admin/card.tsx'
import { DataTable, type Column } from '#web/admin/data-table.tsx'
import { ExportLink } from '#web/admin/export-link.tsx'
import { MoreButton } from '#web/admin/more-button.tsx'
import { ReadState } from '#web/admin/read-state.tsx'
import { SearchField } from '#web/admin/search-field.tsx'
import { SelectChip } from '#web/admin/select-field.tsx'
import { useMay } from '#web/admin/staff-context.ts'
import { useReadPages } from '#web/admin/use-read.ts'
import { AuditSentence } from './audit-sentence.tsx'

const SUBJECT_MAX = 100
type Filters = Readonly<Record<'action' | 'actor' | 'subject', string>>

/** Lists who did what, to what and when, newest first. */
export function AuditTab() {
  const { texts } = useAdmin()
  const words = texts.audit
  const { action = '', actor = '', subject = '' } = useAdminLocation().filters
  const filters = { action, actor, subject }
  const log = useReadPages<z.infer<typeof AuditReply>>(['audit', filters], '/functions/audit', filters)
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <Card id="audit-title" title={words.title} lead={words.lead} isTab>
      <AuditFilters filters={filters} />
      <ReadState query={log} failed={words.failed} lines={8} />
      {log.isSuccess && entries.length === 0 ? <EmptyState text={words.empty} /> : null}
      {entries.length > 0 ? <AuditTable entries={entries} /> : null}
      <MoreButton list={log} label={words.more} />
    </Card>
  )
}

function AuditFilters({ filters }: { readonly filters: Filters }) {
  const { texts } = useAdmin()
  const may = useMay()
  const words = texts.audit
  const actions: Readonly<Record<string, string>> = words.actions
  const filterBy = (next: Partial<Filters>, how: 'push' | 'replace' = 'replace') =>
    navigateTo({ tab: 'audit', filters: { ...filters, ...next } }, how)
  return (
    <div className="filters" role="search">
      <SelectChip
        label={words.action}
        value={filters.action}
        options={['', ...Object.keys(actions)]}
        nameOf={(action) => actions[action] ?? words.allActions}
        onChoose={(action) => filterBy({ action }, 'push')}
      />
      <SearchField
        label={words.actor}
        hint={words.actorHint}
        value={filters.actor}
        maxLength={EMAIL_MAX}
        onSearch={(actor) => filterBy({ actor })}
      />
      <SearchField
        label={words.subject}
        hint={words.subjectHint}
        value={filters.subject}
        maxLength={SUBJECT_MAX}
        onSearch={(subject) => filterBy({ subject })}
      />
      {may('export') ? (
        <ExportLink href={`/functions/export-audit?${new URLSearchParams(filters).toString()}`}>
          {words.export}
        </ExportLink>
      ) : null}
    </div>
  )
}

function AuditTable({ entries }: { readonly entries: readonly AuditEntryRow[] }) {
  const { texts } = useAdmin()
  const may = useMay()
  const words = texts.audit
  const columns: readonly Column<AuditEntryRow>[] = [
    {
      label: words.at,
      cell: ({ at }) => (
        <span className="entry-time">
          <Ago at={at} />
        </span>
      ),
    },
    {
      label: words.action,
      as: 'title',
      cell: (entry) => (
        <div className="entry">
          <AuditSentence entry={entry} />
          <RawEntry entry={entry} />
        </div>
      ),
    },
  ]
  return (
    <DataTable
      caption={words.title}
      columns={columns}
      rows={entries}
      keyOf={({ id }) => id}
      opensOf={({ subject: { kind, id } }) =>
        kind === 'payment' && may('orders.read') ? locationHash({ tab: 'orders', rest: [id] }) : 'details'
      }
    />
  )
}

/** The entry as it is stored. */
function RawEntry({ entry }: { readonly entry: AuditEntryRow }) {
  const { id, at, actor, action, subject, facts } = entry
  return (
    <details className="raw-entry">
      <summary>{useAdmin().texts.auditSentences.raw}</summary>
      <pre dir="ltr" translate="no">
        {JSON.stringify({ id, at, actor, action, subject, facts }, null, 2)}
      </pre>
    </details>
  )
}
