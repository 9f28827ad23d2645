import { useState } from 'react'
import { CHOSEN_ORDERS_MAX, REFUND_REASON_MAX } from '#shared/constants.ts'
import { plural } from '#texts/format.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Button, DialogButton } from '#web/admin/button.tsx'
import { ConfirmButton } from '#web/admin/confirm-button.tsx'
import { OrderLink } from '#web/admin/copyable-code.tsx'
import { ExportLink } from '#web/admin/export-link.tsx'
import { BatchNote } from '#web/admin/many/batch-note.tsx'
import { ModalForm } from '#web/admin/modal-form.tsx'
import { useMay } from '#web/admin/staff-context.ts'
import { HintedField } from '#web/admin/text-field.tsx'
import { SELECTED_MAX, type OrderSelection } from './use-order-selection.ts'
import { useManyOrders, type ManyOrdersResult } from './use-many-orders.ts'

interface OrderSelectionBarProps {
  readonly selection: OrderSelection
  /** How many orders the filters leave. */
  readonly total: number
  readonly hasMore: boolean
}

/** What can be done with the selected orders, and what came of it. */
export function OrderSelectionBar({ selection, total, hasMore }: OrderSelectionBarProps) {
  const [result, setResult] = useState<ManyOrdersResult | null>(null)
  const { selected, select } = selection
  const [progress, send] = useManyOrders((next) => {
    setResult(next)
    // what was not done stays selected
    select(new Set(next.notDone.map(({ id }) => id)))
  })
  return (
    <>
      {result === null ? null : (
        <BatchNote
          key={result.at}
          {...result}
          itemOf={({ id }) => <OrderLink id={id} />}
          onClose={() => setResult(null)}
        />
      )}
      {progress === null ? null : <p role="status">{progress}</p>}
      {selected.size === 0 || progress !== null ? null : (
        <SelectedActions
          selection={selection}
          send={send}
          all={!hasMore && total > selected.size && total <= SELECTED_MAX ? total : null}
        />
      )}
    </>
  )
}

interface SelectedActionsProps {
  readonly selection: OrderSelection
  readonly send: ReturnType<typeof useManyOrders>[1]
  /** How many match the filters; null if all of them are selected, or cannot be. */
  readonly all: number | null
}

function SelectedActions({ selection, send, all }: SelectedActionsProps) {
  const { texts, language } = useAdmin()
  const { many, keys } = texts
  const may = useMay()
  const { selected, select, selectAll, isReading } = selection
  const ids = [...selected]
  return (
    <div className="row selection">
      <p role="status">{plural(language, many.selected, ids.length)}</p>
      {all === null ? null : (
        <Button isSmall isBusy={isReading} onClick={selectAll}>
          {plural(language, many.selectAll, all)}
        </Button>
      )}
      {may('orders.resend') ? (
        <ConfirmButton
          isSmall
          confirm={{
            title: many.resend,
            question: plural(language, many.resendQuestion, ids.length),
            action: many.resend,
            isDangerous: false,
            onConfirm: () => void send({ action: 'resend' }, ids),
          }}
        >
          {many.resend}
        </ConfirmButton>
      ) : null}
      {may('orders.decide') ? (
        <DialogButton isSmall dialog={(close) => <RefundManyModal ids={ids} send={send} onClose={close} />}>
          {many.refund}
        </DialogButton>
      ) : null}
      {may('export') && ids.length <= CHOSEN_ORDERS_MAX ? (
        <ExportLink href={exportOf(ids)}>{many.exportChosen}</ExportLink>
      ) : null}
      <Button isSmall look="quiet" onClick={() => select(new Set())}>
        {keys.unselect}
      </Button>
    </div>
  )
}

interface RefundManyModalProps {
  readonly ids: readonly string[]
  readonly send: ReturnType<typeof useManyOrders>[1]
  readonly onClose: () => void
}

/** Asks for the reason that all refunds have, such as a cancellation. */
function RefundManyModal({ ids, send, onClose }: RefundManyModalProps) {
  const { texts, language } = useAdmin()
  const { many, orders } = texts
  const [reason, setReason] = useState('')
  const request = () => {
    onClose()
    void send({ action: 'refund', reason: reason.trim() }, ids)
    return Promise.resolve()
  }
  return (
    <ModalForm title={many.refund} submit={many.refund} onSend={request} onClose={onClose}>
      <p>{plural(language, many.refundQuestion, ids.length)}</p>
      <p>{many.refundNext}</p>
      <HintedField
        label={orders.refundReason}
        maxLength={REFUND_REASON_MAX}
        value={reason}
        onType={setReason}
      />
    </ModalForm>
  )
}

function exportOf(ids: readonly string[]): string {
  return `/functions/export-orders?ids=${ids.map((id) => id.replaceAll('-', '')).join('.')}`
}
