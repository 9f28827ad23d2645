import { TRANSACTION_HASH_SHOWN_CHARS } from '#shared/constants.ts'
import { CopyButton } from '#web/payment/copy-button.tsx'
import { usePaymentContext } from '#web/payment/payment-context.ts'
import { Code } from '#web/ui/fill-text.tsx'

/** The beginning of a transaction's hash, and a button that copies all of it. */
export function TransactionHash({ hash }: { readonly hash: string }) {
  const { invoice } = usePaymentContext().texts
  return (
    <>
      <Code title={hash}>{`${hash.slice(0, TRANSACTION_HASH_SHOWN_CHARS)}…`}</Code>
      <CopyButton text={hash} label={invoice.copyHash} done={invoice.hashCopied} isCompact />
    </>
  )
}
