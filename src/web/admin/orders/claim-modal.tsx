import { useState } from 'react'
import type { ClaimOutcome, OrderDetail } from '#shared/orders-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Button } from '#web/admin/button.tsx'
import { describeFailure } from '#web/admin/describe-failure.ts'
import { useReload } from '#web/admin/use-reload.ts'
import { Modal } from '#web/admin/modal.tsx'
import { sendClaim } from './order-calls.ts'
import { TransactionForm } from './transaction-form.tsx'

interface ClaimModalProps {
  readonly order: OrderDetail
  readonly onClose: () => void
}

/** Asks for a transaction that is said to have paid the order, and shows what the chain says of it. */
export function ClaimModal({ order, onClose }: ClaimModalProps) {
  const admin = useAdmin()
  const { texts } = admin
  const { claims } = texts
  const reload = useReload()
  const [outcome, setOutcome] = useState<ClaimOutcome | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const claim = async (txHash: string) => {
    setOutcome(null)
    const sent = await sendClaim(order.id, txHash)
    setOutcome(sent.kind === 'ok' ? sent.reply.outcome : null)
    setFailure(sent.kind === 'ok' ? null : describeFailure(admin, sent, claims.failed))
    await reload('orders', 'order')
  }
  return (
    <Modal title={claims.title} onClose={onClose} isWide>
      <TransactionForm
        submitLabel={claims.send}
        others={<Button onClick={onClose}>{texts.shell.close}</Button>}
        answer={
          <p role="status" className="lead">
            {outcome === null ? failure : claims.reasons[outcome]}
          </p>
        }
        onSend={claim}
      >
        <p>{claims.lead}</p>
      </TransactionForm>
    </Modal>
  )
}
