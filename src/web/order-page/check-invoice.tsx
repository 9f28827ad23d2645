import { useId, useState } from 'react'
import type { OrderPageTexts } from '#texts/en/order-page.ts'
import { checkInvoice } from '#web/api/orders.ts'
import { useOrderContext } from '#web/payment/order-context.ts'
import { INVOICE_MAX_BYTES, readInvoiceFile, sha256Of } from './read-invoice-file.ts'

type Verdict = Exclude<keyof OrderPageTexts['check'], 'title' | 'lead' | 'file'>

/** Compares a file with its own SHA-256 line, and with the order's invoice on the server. */
export function CheckInvoice({ orderId }: { readonly orderId: string }) {
  const { words } = useOrderContext()
  const id = useId()
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const canCompute = 'subtle' in crypto
  const check = async (file: File) => {
    setVerdict('checking')
    setVerdict(await verdictOf(file, orderId))
  }
  return (
    <details className="order-fold order-check">
      <summary>{words.check.title}</summary>
      <p>{canCompute ? words.check.lead : words.check.unsupported}</p>
      {canCompute ? (
        <div className="order-check-file">
          <label htmlFor={id}>{words.check.file}</label>
          <input
            id={id}
            type="file"
            accept=".txt,text/plain"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0]
              if (file !== undefined) void check(file)
            }}
          />
        </div>
      ) : null}
      <p role="status" className="order-verdict" data-verdict={verdict ?? undefined}>
        {verdict === null ? '' : words.check[verdict]}
      </p>
    </details>
  )
}

async function verdictOf(file: File, orderId: string): Promise<Verdict> {
  if (file.size > INVOICE_MAX_BYTES) return 'tooLarge'
  const parts = readInvoiceFile(new Uint8Array(await file.arrayBuffer()))
  if (parts === null) return 'noLine'
  if ((await sha256Of(parts.body)) !== parts.claimed) return 'altered'
  const outcome = await checkInvoice(orderId, parts.claimed)
  if (outcome.kind === 'ok') return outcome.reply.matches ? 'genuine' : 'foreign'
  return outcome.code === 'RATE_LIMITED' ? 'limited' : 'unreachable'
}
