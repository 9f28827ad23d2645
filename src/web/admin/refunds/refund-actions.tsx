import { useState } from 'react'
import type { RefundRow } from '#shared/orders-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { ConfirmModal } from '#web/admin/confirm-modal.tsx'
import { sendRefundQuote, sendRefundWithdrawal } from '#web/admin/orders/order-calls.ts'
import { useOrderAction } from '#web/admin/orders/use-order-action.ts'
import { useMay } from '#web/admin/staff-context.ts'
import { RecordModal } from './record-modal.tsx'

/** Quotes, records or withdraws a refund; renders nothing once it is finished. */
export function RefundActions({ refund }: { readonly refund: RefundRow }) {
  const words = useAdmin().texts.refunds
  const may = useMay()
  const runAction = useOrderAction()
  const [confirming, setConfirming] = useState<'record' | 'withdraw' | null>(null)
  const { id, status, owed, isQuoteOld } = refund
  if (!may('refunds.record') || status === 'verified' || status === 'withdrawn') return null
  const close = () => {
    setConfirming(null)
  }
  const isQuoted = owed !== null && !(isQuoteOld && status === 'asked')
  return (
    <div className="row">
      {status === 'recorded' ? null : (
        <button
          type="button"
          className={isQuoted ? 'act act-small' : 'act act-small act-main'}
          onClick={() => {
            void runAction(sendRefundQuote(id), words.quoted)
          }}
        >
          {isQuoted ? words.quoteAgain : words.quote}
        </button>
      )}
      {isQuoted ? (
        <button
          type="button"
          className="act act-small act-main"
          onClick={() => {
            setConfirming('record')
          }}
        >
          {words.record}
        </button>
      ) : null}
      {status === 'recorded' ? null : (
        <button
          type="button"
          className="act act-small"
          onClick={() => {
            setConfirming('withdraw')
          }}
        >
          {words.withdraw}
        </button>
      )}
      {confirming === 'record' ? <RecordModal refund={refund} onClose={close} /> : null}
      {confirming === 'withdraw' ? (
        <ConfirmModal
          title={words.withdraw}
          question={words.withdrawQuestion}
          action={words.withdraw}
          onConfirm={async () => {
            await runAction(sendRefundWithdrawal(id), words.withdrawn)
          }}
          onClose={close}
        />
      ) : null}
    </div>
  )
}
