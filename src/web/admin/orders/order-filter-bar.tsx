import { useQuery } from '@tanstack/react-query'
import { EMAIL_MAX } from '#shared/constants.ts'
import { PAYMENT_FLAGS, PAYMENT_STATUSES } from '#shared/payment-status.ts'
import { readRails } from '#web/api/rails.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { editionChoices } from '#web/admin/edition-choices.ts'
import { FilterSelect } from '#web/admin/filter-select.tsx'
import { SearchField } from '#web/admin/search-field.tsx'
import { hasOrderFilters, parseOrderFilters, type OrderFilters } from './order-filters.ts'
import { networkChoices } from './network-choices.ts'
import { networkLabel } from './network-label.ts'

interface OrderFilterBarProps {
  readonly filters: OrderFilters
  readonly onChange: (next: Partial<OrderFilters>, how: 'push' | 'replace') => void
}

export function OrderFilterBar({ filters, onChange }: OrderFilterBarProps) {
  const { texts, editionIds, editionName } = useAdmin()
  const { orders, keys } = texts
  const rails = useQuery({ queryKey: ['rails'], queryFn: ({ signal }) => readRails({ signal }) })
  const change = (next: Partial<OrderFilters>) => {
    onChange(next, 'push')
  }
  return (
    <div className="filters" role="search">
      <FilterSelect
        label={orders.state}
        all={keys.allStates}
        value={filters.status}
        options={PAYMENT_STATUSES.map((value) => ({ value, label: orders.statuses[value] }))}
        onChange={(status) => {
          change({ status })
        }}
      />
      <FilterSelect
        label={orders.flag}
        all={orders.allFlags}
        value={filters.flag}
        options={PAYMENT_FLAGS.map((value) => ({ value, label: orders.flags[value] }))}
        onChange={(flag) => {
          change({ flag })
        }}
      />
      <FilterSelect
        label={keys.edition}
        all={keys.allEditions}
        value={filters.edition}
        options={editionChoices(editionIds, filters.edition).map((value) => ({
          value,
          label: editionName(value),
        }))}
        onChange={(edition) => {
          change({ edition })
        }}
      />
      <FilterSelect
        label={orders.network}
        all={orders.allNetworks}
        value={filters.network}
        options={networkChoices(rails.data ?? [], filters.network).map((rail) => ({
          value: rail.network,
          label: networkLabel(rail),
        }))}
        onChange={(network) => {
          change({ network })
        }}
      />
      <SearchField
        label={keys.search}
        hint={orders.searchHint}
        value={filters.q}
        maxLength={EMAIL_MAX}
        onSearch={(q) => {
          onChange({ q }, 'replace')
        }}
      />
      {hasOrderFilters(filters) ? (
        <button
          type="button"
          className="act"
          onClick={() => {
            change(parseOrderFilters({}))
          }}
        >
          {keys.clear}
        </button>
      ) : null}
    </div>
  )
}
