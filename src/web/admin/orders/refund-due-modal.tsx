import { useState, type SubmitEvent } from 'react'
import { REFUND_REASON_MAX } from '#shared/constants.ts'
import type { OrderDetail } from '#shared/orders-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { LabelledInput } from '#web/admin/labelled-input.tsx'
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
  const [isBusy, setIsBusy] = useState(false)
  const request = async (event: SubmitEvent) => {
    event.preventDefault()
    setIsBusy(true)
    const quantity = Number.parseInt(copies, 10)
    const input = {
      reason: reason.trim(),
      ...(Number.isNaN(quantity) ? {} : { quantity }),
      ...(address.trim() === '' ? {} : { address: address.trim() }),
    }
    const isDone = await runAction(sendStaffRefundRequest(order.id, input), words.refundRequested)
    setIsBusy(false)
    if (isDone) onClose()
  }
  return (
    <Modal title={words.refundTitle} onClose={onClose} isWide>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          void request(event)
        }}
      >
        <p>{words.refundLead}</p>
        {order.confirmedAt === null ? null : (
          <LabelledInput
            label={words.refundCopies}
            hint={words.refundAll}
            type="number"
            min={0}
            max={order.quantity}
            value={copies}
            onChange={({ target }) => {
              setCopies(target.value)
            }}
          />
        )}
        <LabelledInput
          label={words.refundTo}
          dir="ltr"
          spellCheck={false}
          maxLength={100}
          value={address}
          onChange={({ target }) => {
            setAddress(target.value)
          }}
        />
        <LabelledInput
          label={words.refundReason}
          maxLength={REFUND_REASON_MAX}
          value={reason}
          onChange={({ target }) => {
            setReason(target.value)
          }}
        />
        <div className="modal-actions">
          <button type="button" className="act" onClick={onClose}>
            {texts.shell.cancel}
          </button>
          <button type="submit" className="act act-main" aria-busy={isBusy} disabled={isBusy}>
            {words.refundDue}
          </button>
        </div>
      </form>
    </Modal>
  )
}
