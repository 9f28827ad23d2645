import { useState } from 'react'
import type { RefundSort } from '#shared/list-sorts.ts'
import type { RefundRow } from '#shared/orders-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import type { Sorting } from '#web/admin/sort-state.ts'
import { useToast } from '#web/admin/toasts.tsx'
import { PayoutDialog } from './payout-dialog.tsx'
import { RefundTable } from './refund-table.tsx'

interface RefundQueueProps {
  readonly rows: readonly RefundRow[]
  readonly sorting: Sorting<RefundSort>
}

/** The list of refunds, paid one after the other: once one is recorded, the dialog shows the next one. */
export function RefundQueue({ rows, sorting }: RefundQueueProps) {
  const { queue } = useAdmin().texts
  const showToast = useToast()
  const [current, setCurrent] = useState<string | null>(null)
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const refund = rows.find(({ id }) => id === current)
  const left = rows.filter(({ id }) => id !== current).filter((one) => isToPay(one) && !done.has(one.id))
  const goOn = () => {
    const at = rows.findIndex(({ id }) => id === current)
    const next = left.find((one) => rows.indexOf(one) > at) ?? left[0]
    if (current !== null) setDone(new Set([...done, current]))
    if (next === undefined) showToast('info', queue.finished)
    setCurrent(next?.id ?? null)
  }
  const begin = (id: string) => {
    setDone(new Set())
    setCurrent(id)
  }
  return (
    <>
      <RefundTable rows={rows} sorting={sorting} onPay={begin} />
      {refund === undefined ? null : (
        <PayoutDialog
          key={refund.id}
          refund={refund}
          queue={{ left: left.length, onSkip: goOn }}
          onClose={() => setCurrent(null)}
          onRecorded={goOn}
        />
      )}
    </>
  )
}

function isToPay({ status, isPlanned }: RefundRow): boolean {
  return (status === 'asked' || status === 'mismatch') && !isPlanned
}
