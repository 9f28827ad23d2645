import { DISCOUNT_NAME_MAX, type DiscountsReply } from '#shared/discounts-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { navigateTo, useAdminLocation } from '#web/admin/admin-location.ts'
import { Button } from '#web/admin/button.tsx'
import { Card, CardsTab } from '#web/admin/card.tsx'
import { EmptyState } from '#web/admin/empty-state.tsx'
import { ExportLink } from '#web/admin/export-link.tsx'
import { Pager } from '#web/admin/pager.tsx'
import { ReadState } from '#web/admin/read-state.tsx'
import { SearchField } from '#web/admin/search-field.tsx'
import { useMay } from '#web/admin/staff-context.ts'
import { useRead } from '#web/admin/use-read.ts'
import { CodeBars } from './code-bars.tsx'
import { CodeForm } from './code-form.tsx'
import { CodeTable } from './code-table.tsx'
import { DISCOUNTS_KEY, DISCOUNTS_PATH, filtersOf, type CodeFilters } from './discount-calls.ts'

/** Discount codes: what came of each, and new ones. */
export function DiscountsTab() {
  const words = useAdmin().texts.discounts
  const filters = filtersOf(useAdminLocation().filters)
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''))
  const list = useRead<DiscountsReply>([DISCOUNTS_KEY, filters], `${DISCOUNTS_PATH}?${query.toString()}`)
  const isFiltered = filters.q !== '' || filters.batch !== ''
  return (
    <CardsTab id="discounts-title" title={words.title} lead={words.lead}>
      <CodeFilterBar filters={filters} />
      <ReadState query={list} failed={words.loadFailed} lines={6} />
      {list.data === undefined ? null : list.data.codes.length === 0 ? (
        <EmptyState text={isFiltered ? words.noneFound : words.none} />
      ) : (
        <>
          <CodeTable codes={list.data.codes} />
          <Pager
            pagination={list.data.pagination}
            onPage={(page) => showCodes({ ...filters, page: String(page) })}
          />
          <CodeBars codes={list.data.codes} />
        </>
      )}
      <Card id="new-codes-title" title={words.create.title}>
        <CodeForm
          onCreated={(batch) => {
            if (batch !== null) showCodes({ q: '', batch, page: '' })
          }}
        />
      </Card>
    </CardsTab>
  )
}

function showCodes(filters: CodeFilters): void {
  navigateTo({ tab: 'discounts', filters: { ...filters } })
}

function CodeFilterBar({ filters }: { readonly filters: CodeFilters }) {
  const words = useAdmin().texts.discounts
  const may = useMay()
  const { batch } = filters
  return (
    <div className="filters" role="search">
      <SearchField
        label={words.search}
        hint={words.searchHint}
        value={filters.q}
        maxLength={DISCOUNT_NAME_MAX}
        onSearch={(q) => navigateTo({ tab: 'discounts', filters: { q, batch } }, 'replace')}
      />
      {batch === '' ? null : (
        <Button isSmall onClick={() => showCodes({ q: '', batch: '', page: '' })}>
          {words.all}
        </Button>
      )}
      {may('export') ? (
        <ExportLink href={`/functions/export-discount-codes${batch === '' ? '' : `?batch=${batch}`}`}>
          {words.export}
        </ExportLink>
      ) : null}
    </div>
  )
}
