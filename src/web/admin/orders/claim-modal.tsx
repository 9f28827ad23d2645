import { useState, type SubmitEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { ClaimOutcome, OrderDetail } from '#shared/orders-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { describeFailure } from '#web/admin/describe-failure.ts'
import { LabelledInput } from '#web/admin/labelled-input.tsx'
import { Modal } from '#web/admin/modal.tsx'
import { sendClaim } from './order-calls.ts'

const HASH = /^(0x)?[0-9a-f]{64}$/i

interface ClaimModalProps {
  readonly order: OrderDetail
  readonly onClose: () => void
}

/** Asks for a transaction that is said to have paid the order, and shows what the chain says of it. */
export function ClaimModal({ order, onClose }: ClaimModalProps) {
  const { texts } = useAdmin()
  const { claims, refunds } = texts
  const queries = useQueryClient()
  const [hash, setHash] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [outcome, setOutcome] = useState<ClaimOutcome | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const claim = async (event: SubmitEvent) => {
    event.preventDefault()
    const txHash = hash.trim()
    setIsWrong(!HASH.test(txHash))
    if (!HASH.test(txHash)) return
    setIsBusy(true)
    setOutcome(null)
    const sent = await sendClaim(order.id, txHash)
    setIsBusy(false)
    setOutcome(sent.kind === 'ok' ? sent.reply.outcome : null)
    setFailure(sent.kind === 'ok' ? null : describeFailure(texts, sent, claims.failed))
    await Promise.all(['orders', 'order'].map((key) => queries.invalidateQueries({ queryKey: [key] })))
  }
  return (
    <Modal title={claims.title} onClose={onClose} isWide>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          void claim(event)
        }}
      >
        <p>{claims.lead}</p>
        <LabelledInput
          label={refunds.hash}
          fault={isWrong ? refunds.hashInvalid : null}
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          maxLength={66}
          value={hash}
          onChange={({ target }) => {
            setHash(target.value)
          }}
        />
        <p role="status" className="lead">
          {outcome === null ? failure : claims.reasons[outcome]}
        </p>
        <div className="modal-actions">
          <button type="button" className="act" onClick={onClose}>
            {texts.shell.close}
          </button>
          <button type="submit" className="act act-main" aria-busy={isBusy} disabled={isBusy}>
            {claims.send}
          </button>
        </div>
      </form>
    </Modal>
  )
}
