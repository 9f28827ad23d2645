import './order.css'
import { mountShell } from '#web/layout/mount-shell.tsx'
import { OrderPage } from './order-page.tsx'

await mountShell((props, texts) => (
  <OrderPage {...props} checkoutTexts={texts.checkout} texts={texts.order} path={location.pathname} />
))
