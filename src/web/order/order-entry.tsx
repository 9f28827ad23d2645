import './order.css'
import { loadBuyerTexts } from '#web/i18n/buyer/load-buyer-texts.ts'
import { isLanguage } from '#shared/languages.ts'
import { mountShell } from '#web/layout/mount-shell.tsx'
import { OrderPage } from './order-page.tsx'

const { lang } = document.documentElement
const words = await loadBuyerTexts(isLanguage(lang) ? lang : 'en')

await mountShell((props, texts) => (
  <OrderPage
    {...props}
    checkoutTexts={texts.checkout}
    texts={texts.order}
    words={words}
    path={location.pathname}
  />
))
