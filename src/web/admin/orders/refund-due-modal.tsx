import { useState } from 'react'
import { REFUND_REASON_MAX } from '#shared/constants.ts'
import type { OrderDetail } from '#shared/orders-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Button } from '#web/admin/button.tsx'
import { Form, SubmitButton } from '#web/admin/form.tsx'
import { HintedField } from '#web/admin/text-field.tsx'
import { Modal } from '#web/admin/modal.tsx'
import { sendStaffRefundRequest } from './order-calls.ts'
import { useOrderAction } from './use-order-action.ts'

interface RefundDueModalProps {
  readonly order: OrderDetail
  readonly onClose: () => void
}

/** Creates a refund request: how many copies, the address, and the reason. */
export function RefundDueModal({ order, onClose }: RefundDueModalProps) {
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
    if (await runAction(sendStaffRefundRequest(order.id, input), words.refundRequested)) onClose()
  }
  return (
    <Modal title={words.refundTitle} onClose={onClose} isWide>
      <Form onSend={request}>
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
        <div className="modal-actions">
          <Button onClick={onClose}>{texts.shell.cancel}</Button>
          <SubmitButton>{words.refundDue}</SubmitButton>
        </div>
      </Form>
    </Modal>
  )
}
