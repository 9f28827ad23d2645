import { useQueryClient } from '@tanstack/react-query'
import { EMAIL_MAX } from '#shared/constants.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { editionChoices } from '#web/admin/edition-choices.ts'
import { SearchField } from '#web/admin/search-field.tsx'
import { useMay } from '#web/admin/staff-context.ts'
import { statsQuery } from './key-calls.ts'
import { hasKeyFilters, parseKeyFilters, SHOWN_STATUSES, type KeyFilters } from './key-filters.ts'

interface KeyFilterBarProps {
  readonly filters: KeyFilters
  readonly onChange: (next: Partial<KeyFilters>, how?: 'push' | 'replace') => void
}

/** Filters by edition, status and search text; each change reloads the statistics and the list, from page 1. */
export function KeyFilterBar({ filters, onChange }: KeyFilterBarProps) {
  const { texts, editionIds, editionName } = useAdmin()
  const { keys } = texts
  const queries = useQueryClient()
  const may = useMay()
  const change = (next: Partial<KeyFilters>, how?: 'push' | 'replace') => {
    onChange(next, how)
    // the list follows the address by itself; invalidating it here would ask for the old filters once more
    if (may('stats.read')) queries.query(statsQuery).catch(() => undefined)
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
          {editionChoices(editionIds, filters.edition).map((edition) => (
            <option key={edition} value={edition}>
              {editionName(edition)}
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
