import { useCheckout } from '#web/checkout/checkout-context.ts'
import { dictionaryOf } from '#web/i18n/dictionaries.ts'
import { plainTextsOf } from '#web/i18n/plain/plain-texts.ts'

/** Leads to a public explorer, which learns nothing of where its visitor comes from; nothing where no explorer knows it. */
export function ExplorerLink({ url }: { readonly url: string | null }) {
  const { language } = useCheckout()
  const { newTab } = dictionaryOf(language).checkout.form
  if (url === null) return null
  return (
    <a className="plain-explorer" href={url} target="_blank" rel="noreferrer noopener">
      {plainTextsOf(language).order.explorer} <span className="visually-hidden">{newTab}</span>
    </a>
  )
}
