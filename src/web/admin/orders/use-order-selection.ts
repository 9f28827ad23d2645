import { useState } from 'react'
import { readOrThrow } from '#web/api/query-client.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { useToast } from '#web/admin/toasts.tsx'
import { ORDERS, type OrderListResult } from './order-calls.ts'
import { listedFilters, type OrderFilters } from './order-filters.ts'

/** The most orders that are selected at once. */
export const SELECTED_MAX = 5000

const PER_PAGE = '200'
const NONE: ReadonlySet<string> = new Set()

/** The orders that a person selected of a list. */
export interface OrderSelection {
  readonly selected: ReadonlySet<string>
  readonly select: (ids: ReadonlySet<string>) => void
  /** Selects all that match the filters, also those that are not shown. */
  readonly selectAll: () => void
  readonly isReading: boolean
}

/** Keeps which orders are selected; with other filters none is. */
export function useOrderSelection(filters: OrderFilters): OrderSelection {
  const list = JSON.stringify({ ...filters, sort: '' })
  const [kept, setKept] = useState({ list, ids: NONE })
  const { orders } = useAdmin().texts
  const showToast = useToast()
  const [isReading, setIsReading] = useState(false)
  const select = (ids: ReadonlySet<string>) => setKept({ list, ids })
  const readAll = async () => {
    setIsReading(true)
    try {
      select(await readIds(listedFilters(filters)))
    } catch {
      showToast('bad', orders.failed)
    }
    setIsReading(false)
  }
  return {
    selected: kept.list === list ? kept.ids : NONE,
    select,
    selectAll: () => void readAll(),
    isReading,
  }
}

async function readIds(filters: Readonly<Record<string, string>>): Promise<ReadonlySet<string>> {
  const ids = new Set<string>()
  let before: string | null = null
  do {
    const query = new URLSearchParams({ ...filters, limit: PER_PAGE, ...(before === null ? {} : { before }) })
    const page: OrderListResult = await readOrThrow(`${ORDERS}?${query.toString()}`, {})
    for (const { id } of page.orders) ids.add(id)
    before = page.next
  } while (before !== null && ids.size < SELECTED_MAX)
  return ids
}
