import { ExportLink } from '#web/admin/export-link.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import type * as z from 'zod'
import type { AuditEntryRow, AuditReply } from '#shared/admin-api.ts'
import { EMAIL_MAX } from '#shared/constants.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { DataTable, type Column } from '#web/admin/data-table.tsx'
import { FailedNote } from '#web/admin/failed-note.tsx'
import { MoreButton } from '#web/admin/more-button.tsx'
import { locationHash, navigateTo, useAdminLocation } from '#web/admin/admin-location.ts'
import { SearchField } from '#web/admin/search-field.tsx'
import { Skeleton } from '#web/admin/skeleton.tsx'
import { useMay } from '#web/admin/staff-context.ts'
import { Ago } from '#web/admin/ago.tsx'
import { readOrThrow } from '#web/api/query-client.ts'
import { AuditSentence } from './audit-sentence.tsx'

const SUBJECT_MAX = 100
type Filters = Readonly<Record<'action' | 'actor' | 'subject', string>>
type Reply = z.infer<typeof AuditReply>

/** Lists who did what, to what and when, newest first. */
export function AuditTab() {
  const { texts } = useAdmin()
  const words = texts.audit
  const { action = '', actor = '', subject = '' } = useAdminLocation().filters
  const filters = { action, actor, subject }
  const query = (before: string) => new URLSearchParams({ ...filters, ...(before === '' ? {} : { before }) })
  const log = useInfiniteQuery({
    queryKey: ['audit', filters],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      readOrThrow<Reply>(`/functions/audit?${query(pageParam).toString()}`, { signal }),
    getNextPageParam: (page: Reply) => page.next,
  })
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <section className="card tab-content stack" aria-labelledby="audit-title">
      <h2 id="audit-title">{words.title}</h2>
      <p className="lead">{words.lead}</p>
      <AuditFilters filters={filters} />
      {log.isPending ? <Skeleton lines={8} /> : null}
      {log.isError ? (
        <FailedNote text={words.failed} error={log.error} onRetry={() => log.refetch()} />
      ) : null}
      {log.isSuccess && entries.length === 0 ? <p className="empty">{words.empty}</p> : null}
      {entries.length > 0 ? <AuditTable entries={entries} /> : null}
      <MoreButton list={log} label={words.more} />
    </section>
  )
}

function AuditFilters({ filters }: { readonly filters: Filters }) {
  const { texts } = useAdmin()
  const may = useMay()
  const words = texts.audit
  const applyFilters = (next: Partial<Filters>, how: 'push' | 'replace') => {
    navigateTo({ tab: 'audit', filters: { ...filters, ...next } }, how)
  }
  return (
    <div className="filters" role="search">
      <label className="field">
        <span>{words.action}</span>
        <select
          value={filters.action}
          onChange={({ target }) => {
            applyFilters({ action: target.value }, 'push')
          }}
        >
          <option value="">{words.allActions}</option>
          {Object.entries(words.actions).map(([action, label]) => (
            <option key={action} value={action}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <SearchField
        label={words.actor}
        hint={words.actorHint}
        value={filters.actor}
        maxLength={EMAIL_MAX}
        onSearch={(actor) => {
          applyFilters({ actor }, 'replace')
        }}
      />
      <SearchField
        label={words.subject}
        hint={words.subjectHint}
        value={filters.subject}
        maxLength={SUBJECT_MAX}
        onSearch={(subject) => {
          applyFilters({ subject }, 'replace')
        }}
      />
      {may('export') ? (
        <ExportLink
          className="act"
          href={`/functions/export-audit?${new URLSearchParams(filters).toString()}`}
        >
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
      id: 'at',
      label: words.at,
      cell: ({ at }) => (
        <span className="entry-time">
          <Ago at={at} />
        </span>
      ),
    },
    {
      id: 'action',
      label: words.action,
      isHeader: true,
      isBare: true,
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
