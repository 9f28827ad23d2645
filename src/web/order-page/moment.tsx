import { localeOf } from '#shared/locale-of.ts'
import { usePaymentContext } from '#web/payment/payment-context.ts'

/** A date and time in the reader's locale and time zone. */
export function Moment({ at }: { readonly at: string }) {
  const { language } = usePaymentContext()
  const time = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'short' })
  return <time dateTime={at}>{time.format(Date.parse(at))}</time>
}
