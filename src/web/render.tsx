import { USD } from '#shared/currency.ts'
import type { DocsFacts } from '#shared/docs-facts.ts'
import type { ReactElement } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { Language } from '#shared/languages.ts'
import { cents } from '#shared/money.ts'
import type { LandingFacts, PageFacts, PictureFacts } from '#shared/page-facts.ts'
import type {
  CreditsFacts,
  LegalPageFacts,
  RenderBundle,
  ShellFacts,
  AdminFacts,
} from '#shared/render-bundle.ts'
import type {
  NoticeFacts,
  OrderFormFacts,
  PlainOrderFacts,
  RecoverFacts,
  SetupFacts,
  WaitingListFacts,
  WithdrawFacts,
  StatusFacts,
} from '#shared/plain-facts.ts'
import { siteTextsOf } from '#texts/rendered-texts.ts'
import { AdminPage } from '#web/admin/admin-page.tsx'
import { DocsPage } from '#web/docs/docs-page.tsx'
import { CreditsPage } from '#web/credits/credits-page.tsx'
import { EmbedPage } from '#web/embed/embed-page.tsx'
import { CheckoutDialog } from '#web/checkout/checkout-dialog.tsx'
import { EditionPicture } from '#web/landing/edition-picture.tsx'
import { Landing } from '#web/landing/landing.tsx'
import type { PreOrderProps } from '#web/landing/pre-order-props.ts'
import { PreOrder } from '#web/landing/pre-order.tsx'
import { LegalPage } from '#web/legal/legal-page.tsx'
import { ShellPage } from '#web/layout/shell-page.tsx'
import { NotFound } from '#web/not-found/not-found.tsx'
import { NoticePage } from '#web/plain-pages/notice-page.tsx'
import { OrderDocument } from '#web/plain-pages/order-document.tsx'
import { OrderFormPage } from '#web/plain-pages/order-form-page.tsx'
import { writeInvoiceText } from '#web/order-page/write-invoice-text.ts'
import { WaitingListPage } from '#web/plain-pages/waiting-list-page.tsx'
import type { LoadCheckoutDialog, TakeOverMarkup } from '#web/payment/checkout-dialog-props.ts'
import { WithdrawPage } from '#web/plain-pages/withdraw-page.tsx'
import { RecoverPage } from '#web/plain-pages/recover-page.tsx'
import { SetupPage } from '#web/plain-pages/setup-page.tsx'
import { StatusPage } from '#web/plain-pages/status-page.tsx'
import { SignInPage } from '#web/sign-in/sign-in-page.tsx'
import { inertJson } from '#web/ui/inert-json.ts'
import { networksAll } from '#shared/address-form.ts'

/** The payment dialog only opens in browsers: nothing requests it while a page is rendered. */
const refuseDialog: LoadCheckoutDialog = () =>
  Promise.reject(new Error('the payment dialog was requested while a page is rendered; open it in an effect'))

const refuseMarkup: TakeOverMarkup = () => {
  throw new Error('the order form was opened while a page is rendered; open it in an event')
}

// Built into dist/render/render.js: the only part of the site that the server imports.

export function renderLanding(facts: LandingFacts): string {
  const props: PreOrderProps = {
    language: facts.language,
    texts: preOrderTexts(facts),
    editions: facts.editions.map(({ picture, offers: _, ...edition }) => ({
      ...edition,
      picture: picture === null ? '' : renderToStaticMarkup(<EditionPicture picture={picture} />),
    })),
    benefitsTitle: facts.benefitsTitle ?? siteTextsOf(facts.language).preOrder.benefitsTitle,
    benefits: facts.benefits,
    counts: facts.counts,
    hasReserve: facts.hasReserve,
    // only where an edition can sell out: these bytes are in every page
    ...(facts.hasReserve ? { waitingLink: siteTextsOf(facts.language).checkout.waitingLink } : {}),
    hasMovingCounters: facts.hasMovingCounters,
    supportEmail: facts.supportEmail,
    outputNetworks: facts.outputNetworks,
    currency: facts.currency,
    ...(facts.currencies.length > 1 ? { hasCurrencyChoice: true } : {}),
  }
  const island = renderToString(<PreOrder {...props} loadDialog={refuseDialog} takeOver={refuseMarkup} />)
  return toDocument(<Landing facts={facts} island={island} islandProps={inertJson(props)} />)
}

function preOrderTexts({ language, isOut, hasReserve, editions }: LandingFacts): PreOrderProps['texts'] {
  const texts = siteTextsOf(language).preOrder
  const { quantity, quantityHint, increase, decrease, each, purchased } = texts
  const { bestValue, digital, included, unfinished, continuePayment } = texts
  return {
    ...{ quantity, quantityHint, increase, decrease, each, purchased },
    ...{ bestValue, digital, included, unfinished, continuePayment },
    order: isOut ? texts.buyNow : texts.orderNow,
    orderMany: isOut ? texts.buyNowMany : texts.orderNowMany,
    ...(hasReserve || editions.some(({ isSoldOut }) => isSoldOut) ? { soldOut: texts.soldOut } : {}),
  }
}

export function renderNotFound(facts: PageFacts, picture: PictureFacts): string {
  return toDocument(<NotFound facts={facts} picture={picture} />)
}

export function renderCredits(facts: CreditsFacts): string {
  return toDocument(<CreditsPage facts={facts} />)
}

export function renderLegal(facts: LegalPageFacts): string {
  return toDocument(<LegalPage facts={facts} />)
}

export function renderShell(facts: ShellFacts): string {
  return toDocument(<ShellPage facts={facts} />)
}

export function renderEmbed(facts: ShellFacts): string {
  return toDocument(<EmbedPage facts={facts} />)
}

export function renderSignIn(facts: PageFacts): string {
  return toDocument(<SignInPage facts={facts} />)
}

export function renderAdmin(facts: AdminFacts): string {
  return toDocument(<AdminPage facts={facts} />)
}

export function renderOrderForm(facts: PageFacts, form: OrderFormFacts): string {
  return toDocument(<OrderFormPage facts={facts} form={form} />)
}

export function renderOrder(facts: ShellFacts, plain: PlainOrderFacts, hasScript: boolean): string {
  return toDocument(<OrderDocument facts={facts} plain={plain} hasScript={hasScript} />)
}

export function renderRecover(facts: PageFacts, recover: RecoverFacts): string {
  return toDocument(<RecoverPage facts={facts} recover={recover} />)
}

export function renderWithdraw(facts: PageFacts, withdraw: WithdrawFacts): string {
  return toDocument(<WithdrawPage facts={facts} withdraw={withdraw} />)
}

export function renderWaitingList(facts: PageFacts, waiting: WaitingListFacts): string {
  return toDocument(<WaitingListPage facts={facts} waiting={waiting} />)
}

export function renderNotice(facts: PageFacts, notice: NoticeFacts): string {
  return toDocument(<NoticePage facts={facts} notice={notice} />)
}

export function renderStatus(facts: PageFacts, status: StatusFacts): string {
  return toDocument(<StatusPage facts={facts} status={status} />)
}

export function renderSetup(facts: PageFacts, setup: SetupFacts): string {
  return toDocument(<SetupPage facts={facts} setup={setup} />)
}

export function renderDocs(facts: PageFacts, docs: DocsFacts): string {
  return toDocument(<DocsPage facts={facts} docs={docs} />)
}

/**
 * Renders the first step of the payment dialog, as a file that is the same for every order and shop. The build calls it; the
 * page shows it before React is loaded, and React hydrates it.
 *
 * @param ahead the files that the dialog needs then.
 */
export function renderOrderFormMarkup(language: Language, ahead: readonly string[]): string {
  const texts = siteTextsOf(language).checkout
  const dialog = renderToString(
    <CheckoutDialog
      edition=""
      editionName=""
      quantity={1}
      unitPriceCents={cents(0)}
      language={language}
      texts={texts}
      supportEmail=""
      outputNetworks={networksAll('mainnet')}
      currency={USD}
      onClosed={() => undefined}
    />,
  )
  return toDocument(
    <body
      data-title={texts.title}
      data-ahead={ahead.join(' ')}
      data-copies={JSON.stringify(texts.copies)}
      dangerouslySetInnerHTML={{ __html: dialog }}
    />,
  )
}

function toDocument(page: ReactElement): string {
  return `<!doctype html>${renderToStaticMarkup(page)}`
}

export function pageTitles(language: Language): ReturnType<RenderBundle['pageTitles']> {
  const { demo, order } = siteTextsOf(language)
  return { wallet: demo.walletTitle, mail: demo.mailTitle, order: order.title }
}

export const invoiceText: RenderBundle['invoiceText'] = (facts, language) =>
  writeInvoiceText(facts, language, siteTextsOf(language))

// Here the compiler checks that this is what the server expects.
const bundle: RenderBundle = {
  renderLanding,
  renderNotFound,
  renderCredits,
  renderLegal,
  renderShell,
  renderEmbed,
  renderSignIn,
  renderAdmin,
  renderOrderForm,
  renderOrder,
  renderRecover,
  renderWithdraw,
  renderWaitingList,
  renderNotice,
  renderStatus,
  renderSetup,
  renderDocs,
  pageTitles,
  invoiceText,
}
void bundle
