import { useQuery } from '@tanstack/react-query'
import type { EditionId } from '#shared/editions.ts'
import type { EditionStock } from '#shared/visitor-api.ts'
import { readOrThrow } from '#web/api/query-client.ts'
import { usePaymentContext } from '#web/payment/payment-context.ts'
import { useIsHydrating } from '#web/ui/use-is-hydrating.ts'

/** Says before an order is made that the keys of its edition are held until release; nothing otherwise. */
export function KeysOnRelease({ edition }: { readonly edition: EditionId }) {
  const { texts } = usePaymentContext()
  const editions = useQuery({
    queryKey: ['editions'],
    queryFn: ({ signal }) => readOrThrow<readonly EditionStock[]>('/data/editions', { signal }),
  })
  const isHydrating = useIsHydrating()
  const isHeld = editions.data?.some((one) => one.id === edition && one.keys_on_release) === true
  return isHeld && !isHydrating ? <p className="pay-notice">{texts.form.keysOnRelease}</p> : null
}
