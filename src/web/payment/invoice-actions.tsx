import type { ReactNode } from 'react'
import { QuietButton } from '#web/ui/quiet-button.tsx'
import type { PaymentView } from '#web/api/payment-view.ts'
import { downloadFile } from '#web/ui/download-file.ts'
import { CopyButton } from './copy-button.tsx'
import { usePaymentContext } from './payment-context.ts'

interface InvoiceActionsProps {
  readonly payment: PaymentView
  readonly children?: ReactNode
}

/** Buttons that download the invoice and copy its id; `children` are shown beside them. */
export function InvoiceActions({ payment, children }: InvoiceActionsProps) {
  const { texts, language, announce, frame } = usePaymentContext()
  const { invoice } = texts
  return (
    <div className="pay-invoice-actions">
      <QuietButton
        onClick={() => {
          const download = frame?.download ?? downloadFile
          download(`/order/${payment.id}/invoice.txt?lang=${language}`)
          announce(invoice.downloaded)
        }}
      >
        {invoice.download}
      </QuietButton>
      <CopyButton text={payment.id} label={invoice.copyId} done={texts.verification.invoiceIdCopied} />
      {children}
    </div>
  )
}
