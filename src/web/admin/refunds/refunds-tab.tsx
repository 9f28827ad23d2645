import type { RefundStatus } from '#shared/orders-api.ts'
import { REFUND_SORTS, type RefundSort } from '#shared/list-sorts.ts'
import { EmptyState } from '#web/admin/empty-state.tsx'
import { useAdmin } from '#web/admin/admin-context.ts'
import { navigateTo, useAdminLocation } from '#web/admin/admin-location.ts'
import { Card } from '#web/admin/card.tsx'
import { MoreButton } from '#web/admin/more-button.tsx'
import { REFUNDS, type RefundListResult } from '#web/admin/orders/order-calls.ts'
import { ReadState } from '#web/admin/read-state.tsx'
import { SelectChip } from '#web/admin/select-field.tsx'
import { useReadPages } from '#web/admin/use-read.ts'
import { RefundQueue } from './refund-queue.tsx'

const STATUSES = [
  'asked',
  'recorded',
  'mismatch',
  'verified',
  'withdrawn',
] as const satisfies readonly RefundStatus[]
const CHOICES = ['open', 'all', ...STATUSES] as const

/** Lists refunds from request to on-chain verification; by default only open ones. */
export function RefundsTab() {
  const { texts } = useAdmin()
  const words = texts.refunds
  const { filters } = useAdminLocation()
  const status = CHOICES.find((one) => one === filters['status']) ?? 'open'
  const sort = REFUND_SORTS.find((one) => one === filters['sort']) ?? 'newest'
  const show = (next: { readonly status?: string; readonly sort?: RefundSort }) => {
    const wanted = { status, sort, ...next }
    const params = {
      status: wanted.status === 'open' ? '' : wanted.status,
      sort: wanted.sort === 'newest' ? '' : wanted.sort,
    }
    navigateTo({ tab: 'refunds', filters: params }, next.sort === undefined ? 'push' : 'replace')
  }
  const list = useReadPages<RefundListResult>(['refunds', status, sort], REFUNDS, { status, sort })
  const rows = list.data?.pages.flatMap((page) => page.refunds) ?? []
  return (
    <Card id="refunds-title" title={words.title} lead={words.lead} isTab>
      <div className="filters">
        <SelectChip
          label={words.state}
          value={status}
          options={CHOICES}
          nameOf={(choice) =>
            choice === 'open' || choice === 'all' ? words[choice] : words.statuses[choice]
          }
          onChoose={(choice) => show({ status: choice })}
        />
      </div>
      <ReadState query={list} failed={words.failed} lines={6} />
      {list.isSuccess && rows.length === 0 ? <EmptyState text={words.empty} /> : null}
      {rows.length > 0 ? (
        <RefundQueue rows={rows} sorting={{ sort, onSort: (next) => show({ sort: next }) }} />
      ) : null}
      <MoreButton list={list} label={texts.orders.more} />
    </Card>
  )
}
