import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod'
import type { KeyListReply, KeyRow } from '#shared/admin-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { FailedNote } from '#web/admin/failed-note.tsx'
import { Pager } from '#web/admin/pager.tsx'
import { navigateTo, useAdminLocation } from '#web/admin/admin-location.ts'
import { Skeleton } from '#web/admin/skeleton.tsx'
import { KeyFilterBar } from './key-filter-bar.tsx'
import { readKeys } from './key-calls.ts'
import { keyFilterParams, hasKeyFilters, parseKeyFilters, type KeyFilters } from './key-filters.ts'
import { KeyTable } from './key-table.tsx'
import { SelectionBar } from './selection-bar.tsx'

/** The key list: its filters are in the URL; 50 keys per page. */
export function KeyList() {
  const { texts } = useAdmin()
  const { filters: params } = useAdminLocation()
  const filters = parseKeyFilters(params)
  const [selected, setSelected] = useState<ReadonlyMap<string, KeyRow>>(new Map())
  const list = useQuery({
    queryKey: ['keys', 'list', filters],
    queryFn: ({ signal }) => readKeys(filters, signal),
    placeholderData: keepPreviousData,
  })
  const applyFilters = (next: Partial<KeyFilters>, how: 'push' | 'replace' = 'push') => {
    setSelected(new Map())
    navigateTo(
      {
        tab: 'keys',
        rest: ['list'],
        filters: keyFilterParams({ ...filters, page: 1, after: '', before: '', ...next }),
      },
      how,
    )
  }
  const rows = list.data?.keys ?? []
  return (
    <div className="stack">
      <KeyFilterBar filters={filters} onChange={applyFilters} />
      <SelectionBar
        filters={filters}
        isEmpty={rows.length === 0}
        selected={selected}
        onDone={() => {
          setSelected(new Map())
        }}
      />
      {list.isPending ? <Skeleton lines={10} /> : null}
      {list.isError ? (
        <FailedNote text={texts.keys.errors.list} error={list.error} onRetry={() => list.refetch()} />
      ) : null}
      {list.data !== undefined && !list.isError && rows.length === 0 ? (
        <p className="empty">{hasKeyFilters(filters) ? texts.keys.noMatch : texts.keys.noKeys}</p>
      ) : null}
      {rows.length > 0 && !list.isError ? (
        <KeyTable
          rows={rows}
          selected={selected}
          onSelect={setSelected}
          isBusy={list.isPlaceholderData}
          {...(filters.q === ''
            ? {
                sorting: {
                  sort: filters.sort,
                  onSort: (sort) => {
                    applyFilters({ sort }, 'replace')
                  },
                },
              }
            : {})}
        />
      ) : null}
      {list.data === undefined ? null : (
        <Pager
          pagination={list.data.pagination}
          onPage={(page) => {
            applyFilters({ page, ...edgeOf(list.data, page) })
          }}
        />
      )}
    </div>
  )
}

/** A neighbouring page is read from the edge of this one, however deep in the list; the first and any other by its number. */
function edgeOf({ pagination, edges }: z.infer<typeof KeyListReply>, page: number): Partial<KeyFilters> {
  if (page === 1) return {}
  if (page === pagination.page + 1) return { after: edges.last ?? '' }
  return page === pagination.page - 1 ? { before: edges.first ?? '' } : {}
}
