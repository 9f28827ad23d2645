import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Form, SubmitButton } from '#web/admin/form.tsx'
import { HintedField } from '#web/admin/text-field.tsx'

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
  const field = useRef<HTMLInputElement>(null)
  // the hash is all that is typed here
  useEffect(() => field.current?.focus(), [])
  const submit = async () => {
    const txHash = hash.trim()
    const isHash = HASH.test(txHash)
    setIsWrong(!isHash)
    if (isHash) await onSend(txHash)
  }
  return (
    <Form onSend={submit}>
      {children}
      <HintedField
        ref={field}
        label={refunds.hash}
        fault={isWrong ? refunds.hashInvalid : null}
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        maxLength={66}
        value={hash}
        onType={setHash}
      />
      {answer}
      <div className="modal-actions">
        {others}
        <SubmitButton>{submitLabel}</SubmitButton>
      </div>
    </Form>
  )
}
