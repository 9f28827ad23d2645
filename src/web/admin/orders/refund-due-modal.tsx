import { useState } from 'react'
import { REFUND_REASON_MAX } from '#shared/constants.ts'
import type { OrderDetail } from '#shared/orders-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { HintedField } from '#web/admin/text-field.tsx'
import { ModalForm } from '#web/admin/modal-form.tsx'
import { sendStaffRefundRequest } from './order-calls.ts'
import { useOrderAction } from './use-order-action.ts'

interface RefundDueModalProps {
  readonly order: OrderDetail
  readonly onClose: () => void
  /** The refund was written down. */
  readonly onDone?: () => void
}

/** Creates a refund request: how many copies, the address, and the reason. */
export function RefundDueModal({ order, onClose, onDone }: RefundDueModalProps) {
  const { texts } = useAdmin()
  const words = texts.orders
  const runAction = useOrderAction()
  const [copies, setCopies] = useState('')
  const [address, setAddress] = useState(order.refundAddress ?? '')
  const [reason, setReason] = useState('')
  const request = async () => {
    const quantity = Number.parseInt(copies, 10)
    const input = {
      reason: reason.trim(),
      ...(Number.isNaN(quantity) ? {} : { quantity }),
      ...(address.trim() === '' ? {} : { address: address.trim() }),
    }
    if (!(await runAction(sendStaffRefundRequest(order.id, input), words.refundRequested))) return
    onClose()
    onDone?.()
  }
  return (
    <ModalForm title={words.refundTitle} submit={words.refundDue} isWide onSend={request} onClose={onClose}>
      <p>{words.refundLead}</p>
      {order.confirmedAt === null ? null : (
        <HintedField
          label={words.refundCopies}
          hint={words.refundAll}
          type="number"
          min={0}
          max={order.quantity}
          value={copies}
          onType={setCopies}
        />
      )}
      <HintedField
        label={words.refundTo}
        dir="ltr"
        spellCheck={false}
        maxLength={100}
        value={address}
        onType={setAddress}
      />
      <HintedField
        label={words.refundReason}
        maxLength={REFUND_REASON_MAX}
        value={reason}
        onType={setReason}
      />
    </ModalForm>
  )
}
