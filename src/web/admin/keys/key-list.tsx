import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod'
import type { KeyListReply } from '#shared/admin-api.ts'
import { EmptyState } from '#web/admin/empty-state.tsx'
import { useAdmin } from '#web/admin/admin-context.ts'
import { navigateTo, useAdminLocation } from '#web/admin/admin-location.ts'
import { filterParams } from '#web/admin/filter-params.ts'
import { Pager } from '#web/admin/pager.tsx'
import { ReadState } from '#web/admin/read-state.tsx'
import { useRead } from '#web/admin/use-read.ts'
import { KeyFilterBar } from './key-filter-bar.tsx'
import { listAddress } from './key-calls.ts'
import { hasKeyFilters, parseKeyFilters, type KeyFilters } from './key-filters.ts'
import { KeyTable } from './key-table.tsx'
import { SelectionBar } from './selection-bar.tsx'

type KeyPage = z.infer<typeof KeyListReply>

/** The key list: its filters are in the URL; 50 keys per page. */
export function KeyList() {
  const { keys } = useAdmin().texts
  const filters = parseKeyFilters(useAdminLocation().filters)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const list = useRead<KeyPage>(['keys', 'list', filters], listAddress(filters), {
    placeholderData: keepPreviousData,
  })
  const applyFilters = (next: Partial<KeyFilters>, how: 'push' | 'replace' = 'push') => {
    setSelected(new Set())
    const params = filterParams({ ...filters, page: 1, after: '', before: '', ...next })
    navigateTo({ tab: 'keys', rest: ['list'], filters: params }, how)
  }
  const sorting = {
    sort: filters.sort,
    onSort: (sort: KeyFilters['sort']) => applyFilters({ sort }, 'replace'),
  }
  const rows = list.data?.keys ?? []
  return (
    <div className="stack">
      <KeyFilterBar filters={filters} onChange={applyFilters} />
      <SelectionBar
        filters={filters}
        isEmpty={rows.length === 0}
        selected={rows.filter(({ id }) => selected.has(id))}
        onDone={() => setSelected(new Set())}
      />
      <ReadState query={list} failed={keys.errors.list} lines={10} />
      {list.isSuccess && rows.length === 0 ? (
        <EmptyState text={hasKeyFilters(filters) ? keys.noMatch : keys.noKeys} />
      ) : null}
      {rows.length > 0 && !list.isError ? (
        <KeyTable
          rows={rows}
          selected={selected}
          onSelect={setSelected}
          isBusy={list.isPlaceholderData}
          {...(filters.q === '' ? { sorting } : {})}
        />
      ) : null}
      {list.data === undefined ? null : (
        <Pager
          pagination={list.data.pagination}
          onPage={(page) => applyFilters({ page, ...edgeOf(list.data, page) })}
        />
      )}
    </div>
  )
}

/** A neighbouring page is read from the edge of this one, however deep in the list; the first and any other by its number. */
function edgeOf({ pagination, edges }: KeyPage, page: number): Partial<KeyFilters> {
  if (page === 1) return {}
  if (page === pagination.page + 1) return { after: edges.last ?? '' }
  return page === pagination.page - 1 ? { before: edges.first ?? '' } : {}
}
