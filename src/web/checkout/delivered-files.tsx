import { useQuery } from '@tanstack/react-query'
import { readBuyerOrder } from '#web/api/orders.ts'
import { FileList } from '#web/payment/file-list.tsx'
import { usePaymentContext } from '#web/payment/payment-context.ts'

/** Files follow the keys, which may take a moment after the payment. */
const POLL_MS = 5_000

/** The downloads of a paid order, once its keys are delivered; nothing in a browser that may not see them. */
export function DeliveredFiles({ id }: { readonly id: string }) {
  const { texts, language } = usePaymentContext()
  const { data: files = [] } = useQuery({
    queryKey: ['delivered-files', id],
    queryFn: async ({ signal }) => (await readBuyerOrder(id, { signal })).files,
    refetchInterval: ({ state }) =>
      state.status === 'error' || (state.data ?? []).length > 0 ? false : POLL_MS,
  })
  if (files.length === 0) return null
  return (
    <section className="pay-files">
      <h3>{texts.files.title}</h3>
      <FileList files={files} language={language} texts={texts} />
    </section>
  )
}
