import './order-page/order.css'
import { lazy } from 'react'
import { loadOrderPageTexts } from '#texts/load-order-page-texts.ts'
import { mountShell } from '#web/layout/mount-shell.tsx'
import { openByLink, openOnLinkFollowed } from '#web/order-page/open-by-link.ts'
import { OrderPage } from '#web/order-page/order-page.tsx'
import { loadPagesOfHistory } from '#web/payment/order-url.ts'
import { pageLanguage } from '#web/ui/page-language.ts'

const CheckoutDialog = lazy(async () => {
  const module = await import('#web/checkout/checkout-dialog.tsx')
  return { default: module.CheckoutDialog }
})

// before anything is awaited: a link may be followed while the page is still loading
openOnLinkFollowed()
loadPagesOfHistory(location.pathname)
if (await openByLink()) location.reload()
else await mount()

async function mount(): Promise<void> {
  const words = await loadOrderPageTexts(pageLanguage())
  await mountShell((props, texts) => (
    <OrderPage
      {...props}
      checkoutTexts={texts.checkout}
      texts={texts.order}
      words={words}
      path={location.pathname}
      CheckoutDialog={CheckoutDialog}
    />
  ))
}
