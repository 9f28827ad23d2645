import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { EmbedProps } from '#shared/framed.ts'
import { loadSiteTexts } from '#texts/load-site-texts.ts'
import { CheckoutDialog } from '#web/checkout/checkout-dialog.tsx'
import { carrySecrets } from '#web/embed/carry-secrets.ts'
import { FramedCheckout } from '#web/embed/framed-checkout.tsx'
import { createTellHost } from '#web/embed/tell-host.ts'
import './embed/embed.css'

const root = document.querySelector('#root')
const json = document.querySelector('#embed-props')?.textContent
if (root === null || json === undefined) {
  throw new Error('expected #root and #embed-props in the page, got none; render the page of the frame')
}
const props = JSON.parse(json) as EmbedProps
if (window.parent === window) {
  // a link to the frame's own page, opened in a tab
  const chosen = props.currencies === undefined ? '' : `&currency=${props.currency}`
  location.replace(`/order?edition=${props.edition.id}&quantity=${String(props.quantity)}${chosen}`)
} else {
  const tell = createTellHost(props.origin)
  tell({ type: 'keyhold:ready' })
  const carried = carrySecrets()
  const texts = await loadSiteTexts(props.language)
  createRoot(root).render(
    <StrictMode>
      <FramedCheckout {...{ props, tell, carried, CheckoutDialog }} texts={texts.checkout} />
    </StrictMode>,
  )
}
