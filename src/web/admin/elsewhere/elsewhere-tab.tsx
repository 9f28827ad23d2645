import { EMAIL_MAX } from '#shared/constants.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { locationHash, navigateTo, useAdminLocation } from '#web/admin/admin-location.ts'
import { Button } from '#web/admin/button.tsx'
import { Card } from '#web/admin/card.tsx'
import { EditionFilter } from '#web/admin/edition-filter.tsx'
import { EmptyState } from '#web/admin/empty-state.tsx'
import { filterParams } from '#web/admin/filter-params.ts'
import { ListTotal } from '#web/admin/list-total.tsx'
import { MoreButton } from '#web/admin/more-button.tsx'
import { ReadState } from '#web/admin/read-state.tsx'
import { SearchField } from '#web/admin/search-field.tsx'
import { SelectChip } from '#web/admin/select-field.tsx'
import { useMay } from '#web/admin/staff-context.ts'
import { useSales } from './sale-calls.ts'
import { hasSaleFilters, parseSaleFilters, SALE_STATES, type SaleFilters } from './sale-filters.ts'
import { SaleTable } from './sale-table.tsx'

/** Lists what was sold and paid elsewhere, and delivered from the stock. */
export function ElsewhereTab() {
  const { elsewhere } = useAdmin().texts
  const filters = parseSaleFilters(useAdminLocation().filters)
  return (
    <Card
      id="elsewhere-title"
      title={elsewhere.title}
      lead={elsewhere.lead}
      isTab
      aside={<ListTotal page={useSales(filters).data?.pages[0]} />}
    >
      <SaleFilterBar filters={filters} />
      <SaleList filters={filters} />
    </Card>
  )
}

interface SaleFiltersProps {
  readonly filters: SaleFilters
}

function SaleFilterBar({ filters }: SaleFiltersProps) {
  const { keys, orders, elsewhere } = useAdmin().texts
  const filterBy = (next: Partial<SaleFilters>, how?: 'push' | 'replace') =>
    navigateTo({ tab: 'elsewhere', filters: filterParams({ ...filters, ...next }) }, how)
  return (
    <div className="filters" role="search">
      <SearchField
        label={keys.search}
        hint={elsewhere.searchHint}
        value={filters.q}
        maxLength={EMAIL_MAX}
        onSearch={(q) => filterBy({ q }, 'replace')}
      />
      <SelectChip
        label={orders.state}
        value={filters.state}
        options={['all', ...SALE_STATES]}
        nameOf={(state) => (state === 'all' ? keys.allStates : elsewhere.states[state])}
        onChoose={(state) => filterBy({ state })}
      />
      <EditionFilter edition={filters.edition} onChoose={(edition) => filterBy({ edition })} />
      {hasSaleFilters(filters) ? (
        <Button isSmall onClick={() => filterBy(parseSaleFilters({}))}>
          {keys.clear}
        </Button>
      ) : null}
    </div>
  )
}

function SaleList({ filters }: SaleFiltersProps) {
  const { elsewhere, orders, tabs } = useAdmin().texts
  const may = useMay()
  const list = useSales(filters)
  if (!list.isSuccess) return <ReadState query={list} failed={elsewhere.failed} lines={10} />
  const rows = list.data.pages.flatMap((page) => page.orders)
  if (rows.length > 0) {
    return (
      <>
        <SaleTable rows={rows} />
        <MoreButton list={list} label={orders.more} />
      </>
    )
  }
  if (hasSaleFilters(filters)) return <EmptyState text={elsewhere.noMatch} />
  return (
    <EmptyState text={elsewhere.empty}>
      {may('webhooks.manage') ? (
        <a href={locationHash({ tab: 'integrations' })}>{tabs.integrations}</a>
      ) : null}
    </EmptyState>
  )
}
