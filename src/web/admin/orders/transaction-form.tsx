import { useState, type ReactNode, type SubmitEvent } from 'react'
import { useAdmin } from '#web/admin/admin-context.ts'
import { LabelledInput } from '#web/admin/labelled-input.tsx'

const HASH = /^(0x)?[0-9a-f]{64}$/i

interface TransactionFormProps {
  readonly submitLabel: string
  /** Buttons that lead elsewhere. */
  readonly others: ReactNode
  /** What came of the last attempt. */
  readonly answer?: ReactNode
  /** Sends a hash of the right form; the form is busy meanwhile. */
  readonly onSend: (txHash: string) => Promise<void>
  /** What the transaction is about. */
  readonly children: ReactNode
}

/** Asks for the hash of a transaction; one that cannot be a hash is refused at once. */
export function TransactionForm({ submitLabel, others, answer, onSend, children }: TransactionFormProps) {
  const { refunds } = useAdmin().texts
  const [hash, setHash] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const txHash = hash.trim()
    const isHash = HASH.test(txHash)
    setIsWrong(!isHash)
    if (!isHash) return
    setIsBusy(true)
    await onSend(txHash)
    setIsBusy(false)
  }
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        void submit(event)
      }}
    >
      {children}
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
      {answer}
      <div className="modal-actions">
        {others}
        <button type="submit" className="act act-main" aria-busy={isBusy} disabled={isBusy}>
          {submitLabel}
        </button>
      </div>
    </form>
  )
}
