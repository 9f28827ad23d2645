import { useState, type SubmitEvent } from 'react'
import type { RefundRow } from '#shared/orders-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { InlineCode } from '#web/admin/inline-code.tsx'
import { CopyIconButton } from '#web/admin/copy-icon-button.tsx'
import { LabelledInput } from '#web/admin/labelled-input.tsx'
import { Modal } from '#web/admin/modal.tsx'
import { sendRefundTransaction } from '#web/admin/orders/order-calls.ts'
import { useOrderAction } from '#web/admin/orders/use-order-action.ts'
import { fill } from '#texts/format.ts'

const HASH = /^(0x)?[0-9a-f]{64}$/i

interface RecordModalProps {
  readonly refund: RefundRow
  readonly onClose: () => void
}

/** Shows the amount and address to pay, and asks for the transaction that paid it. */
export function RecordModal({ refund, onClose }: RecordModalProps) {
  const { texts } = useAdmin()
  const words = texts.refunds
  const runAction = useOrderAction()
  const [hash, setHash] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const amount = `\u2068${refund.owed ?? ''} ${refund.asset} (${refund.chain})\u2069`
  const record = async (event: SubmitEvent) => {
    event.preventDefault()
    const txHash = hash.trim()
    setIsWrong(!HASH.test(txHash))
    if (!HASH.test(txHash)) return
    setIsBusy(true)
    const isDone = await runAction(sendRefundTransaction(refund.id, txHash), words.recorded)
    setIsBusy(false)
    if (isDone) onClose()
  }
  return (
    <Modal title={words.recordTitle} onClose={onClose} isWide>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          void record(event)
        }}
      >
        <p>{fill(words.recordLead, { amount })}</p>
        <p className="seen-key">
          <InlineCode>{refund.address}</InlineCode>
          <CopyIconButton text={refund.address} label={texts.shell.copy} />
        </p>
        <LabelledInput
          label={words.hash}
          fault={isWrong ? words.hashInvalid : null}
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          maxLength={66}
          value={hash}
          onChange={({ target }) => {
            setHash(target.value)
          }}
        />
        <div className="modal-actions">
          <button type="button" className="act" onClick={onClose}>
            {texts.shell.cancel}
          </button>
          <button type="submit" className="act act-main" aria-busy={isBusy} disabled={isBusy}>
            {words.record}
          </button>
        </div>
      </form>
    </Modal>
  )
}
