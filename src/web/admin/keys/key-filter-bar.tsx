import { useQueryClient } from '@tanstack/react-query'
import { EMAIL_MAX } from '#shared/constants.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Button } from '#web/admin/button.tsx'
import { EditionFilter } from '#web/admin/edition-filter.tsx'
import { SearchField } from '#web/admin/search-field.tsx'
import { SelectChip } from '#web/admin/select-field.tsx'
import { useMay } from '#web/admin/staff-context.ts'
import { statsQuery } from './key-calls.ts'
import { hasKeyFilters, SHOWN_STATUSES, type KeyFilters } from './key-filters.ts'

interface KeyFilterBarProps {
  readonly filters: KeyFilters
  readonly onChange: (next: Partial<KeyFilters>, how?: 'push' | 'replace') => void
}

/** Filters by edition, status and search text; each change reloads the statistics and the list, from page 1. */
export function KeyFilterBar({ filters, onChange }: KeyFilterBarProps) {
  const { keys } = useAdmin().texts
  const queries = useQueryClient()
  const may = useMay()
  const change = (next: Partial<KeyFilters>, how?: 'push' | 'replace') => {
    onChange(next, how)
    // the list follows the address by itself; invalidating it here would ask for the old filters once more
    if (may('stats.read')) queries.query(statsQuery).catch(() => undefined)
  }
  return (
    <div className="filters" role="search">
      <SearchField
        label={keys.search}
        hint={keys.searchHint}
        value={filters.q}
        maxLength={EMAIL_MAX}
        onSearch={(q) => change({ q }, 'replace')}
      />
      <EditionFilter edition={filters.edition} onChoose={(edition) => change({ edition })} />
      <SelectChip
        label={keys.state}
        value={filters.status}
        options={['all', ...SHOWN_STATUSES]}
        nameOf={(status) => (status === 'all' ? keys.allStates : keys.status[status])}
        onChoose={(status) => change({ status })}
      />
      {hasKeyFilters(filters) ? (
        <Button isSmall onClick={() => change({ edition: 'all', status: 'all', q: '' })}>
          {keys.clear}
        </Button>
      ) : null}
    </div>
  )
}
