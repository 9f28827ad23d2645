import { EMAIL_MAX } from '#shared/constants.ts'
import { PAYMENT_FLAGS } from '#shared/payment-status.ts'
import { railOf } from '#shared/rails.ts'
import { readRails } from '#web/api/rails.ts'
import { useQuery } from '@tanstack/react-query'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Button } from '#web/admin/button.tsx'
import { DayRange } from '#web/admin/day-range.tsx'
import { DropDown } from '#web/admin/drop-down.tsx'
import { EditionFilter } from '#web/admin/edition-filter.tsx'
import { plural } from '#texts/format.ts'
import { lastDays } from '#web/admin/days.ts'
import { formatDay } from '#web/admin/format-date.ts'
import { SearchField } from '#web/admin/search-field.tsx'
import { SelectChip } from '#web/admin/select-field.tsx'
import { hasOrderFilters, ORDER_STATES, parseOrderFilters, type OrderFilters } from './order-filters.ts'
import { networkChoices } from './network-choices.ts'
import { networkLabel } from './network-label.ts'

interface OrderFilterBarProps {
  readonly filters: OrderFilters
  readonly onChange: (next: Partial<OrderFilters>, how?: 'push' | 'replace') => void
}

export function OrderFilterBar({ filters, onChange }: OrderFilterBarProps) {
  const { orders, keys } = useAdmin().texts
  const rails = useQuery({ queryKey: ['rails', null], queryFn: ({ signal }) => readRails(null, { signal }) })
  const networks = networkChoices(rails.data ?? [], filters.network).map(({ network }) => network)
  return (
    <div className="filters" role="search">
      <SearchField
        label={keys.search}
        hint={orders.searchHint}
        value={filters.q}
        maxLength={EMAIL_MAX}
        onSearch={(q) => onChange({ q }, 'replace')}
      />
      <SelectChip
        label={orders.state}
        value={filters.status}
        options={['all', ...ORDER_STATES]}
        nameOf={(status) =>
          status === 'all' ? keys.allStates : status === 'undecided' ? orders.inbox : orders.statuses[status]
        }
        onChoose={(status) => onChange({ status })}
      />
      <SelectChip
        label={orders.flag}
        value={filters.flag}
        options={['all', ...PAYMENT_FLAGS]}
        nameOf={(flag) => (flag === 'all' ? orders.allFlags : orders.flags[flag])}
        onChoose={(flag) => onChange({ flag })}
      />
      <EditionFilter edition={filters.edition} onChoose={(edition) => onChange({ edition })} />
      <SelectChip
        label={orders.network}
        value={filters.network}
        options={['all', ...networks]}
        nameOf={(network) => (network === 'all' ? orders.allNetworks : networkLabel(railOf(network)))}
        onChoose={(network) => onChange({ network })}
      />
      <DayChip filters={filters} onChange={onChange} />
      {hasOrderFilters(filters) ? (
        <Button isSmall onClick={() => onChange(parseOrderFilters({}))}>
          {keys.clear}
        </Button>
      ) : null}
    </div>
  )
}

/** What is looked at most often is one press away. */
const USUAL_DAYS = 7

function DayChip({ filters, onChange }: OrderFilterBarProps) {
  const { texts, language } = useAdmin()
  const { from, to } = filters
  const day = (one: string) => (one === '' ? '…' : formatDay(language, one))
  const isSet = from !== '' || to !== ''
  const week = lastDays(USUAL_DAYS)
  const isWeek = from === week.from && to === week.to
  return (
    <>
      <button
        type="button"
        className="chip"
        aria-pressed={isWeek}
        data-set={isWeek ? '' : undefined}
        onClick={() => onChange(isWeek ? { from: '', to: '' } : week)}
      >
        {plural(language, texts.tables.lastDays, USUAL_DAYS)}
      </button>
      <DropDown
        label={isSet && !isWeek ? <bdi>{`${day(from)} – ${day(to)}`}</bdi> : texts.tables.allDays}
        title={texts.tables.days}
        isSet={isSet}
      >
        <DayRange range={filters} isOptional onChange={onChange} />
      </DropDown>
    </>
  )
}
