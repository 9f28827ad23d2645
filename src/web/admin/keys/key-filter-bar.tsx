import { useQueryClient } from '@tanstack/react-query'
import { EDITIONS } from '#shared/editions.ts'
import { EMAIL_MAX } from '#shared/constants.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { SearchField } from '#web/admin/search-field.tsx'
import { hasKeyFilters, parseKeyFilters, SHOWN_STATUSES, type KeyFilters } from './key-filters.ts'

interface KeyFilterBarProps {
  readonly filters: KeyFilters
  readonly onChange: (next: Partial<KeyFilters>, how?: 'push' | 'replace') => void
}

/** Filters by edition, status and search text; each change reloads the statistics and the list, from page 1. */
export function KeyFilterBar({ filters, onChange }: KeyFilterBarProps) {
  const { texts, editions } = useAdmin()
  const { keys } = texts
  const queries = useQueryClient()
  const change = (next: Partial<KeyFilters>, how?: 'push' | 'replace') => {
    onChange(next, how)
    void queries.invalidateQueries({ queryKey: ['keys'] })
  }
  return (
    <div className="filters" role="search">
      <label className="field">
        <span>{keys.edition}</span>
        <select
          value={filters.edition}
          onChange={({ target }) => {
            change({ edition: parseKeyFilters({ edition: target.value }).edition })
          }}
        >
          <option value="all">{keys.allEditions}</option>
          {EDITIONS.map((edition) => (
            <option key={edition} value={edition}>
              {editions[edition]}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        <span>{keys.state}</span>
        <select
          value={filters.status}
          onChange={({ target }) => {
            change({ status: parseKeyFilters({ status: target.value }).status })
          }}
        >
          <option value="all">{keys.allStates}</option>
          {SHOWN_STATUSES.map((status) => (
            <option key={status} value={status}>
              {keys.status[status]}
            </option>
          ))}
        </select>
      </label>
      <SearchField
        label={keys.search}
        hint={keys.searchHint}
        value={filters.q}
        maxLength={EMAIL_MAX}
        onSearch={(q) => {
          change({ q }, 'replace')
        }}
      />
      {hasKeyFilters(filters) ? (
        <button
          type="button"
          className="act act-small"
          onClick={() => {
            change({ edition: 'all', status: 'all', q: '' })
          }}
        >
          {keys.clear}
        </button>
      ) : null}
    </div>
  )
}
