import { QUANTITY_MAX, QUANTITY_MIN } from '#shared/constants.ts'
import { cents, type Cents } from '#shared/money.ts'
import { DISCOUNT_CODE_INPUT_MAX } from '#shared/discounts.ts'
import type { PageFacts } from '#shared/page-facts.ts'
import type { OrderFormFacts } from '#shared/plain-facts.ts'
import { plainTextsOf, siteTextsOf } from '#texts/rendered-texts.ts'
import { FillText } from '#web/ui/fill-text.tsx'
import { chosenCurrency } from '#web/layout/chosen-currency.ts'
import { CurrencyChoice } from '#web/payment/currency-choice.tsx'
import { MethodPicker, OtherMethods } from '#web/payment/method-picker.tsx'
import { fill, formatCount, formatPrice } from '#texts/format.ts'
import { CaptchaPicture } from './captcha-picture.tsx'
import { faultOf, isFirstFault, orderFaults, type FaultMessage } from './order-faults.ts'
import { CODE_ENTRY, FaultSummary, FieldFault, PlainField } from './plain-field.tsx'
import { LanguageField, PlainPage, PlainPaymentContext, withLanguage } from './plain-page.tsx'
import { RailPicker } from './rail-picker.tsx'

interface OrderFormPageProps {
  readonly facts: PageFacts
  readonly form: OrderFormFacts
}

/** `/order`: the whole order form on one page, submitted without a script. */
export function OrderFormPage({ facts, form }: OrderFormPageProps) {
  const { title, lead } = plainTextsOf(facts.language).form
  const faults = orderFaults(facts.language, form)
  const { secure, currency } = siteTextsOf(facts.language).checkout
  const { edition, quantity } = form.typed
  const query = { edition, quantity, ...chosenCurrency(facts) }
  return (
    <PlainPaymentContext facts={facts} editionName="">
      <PlainPage facts={facts} title={title} isFaulty={faults.length > 0} query={query}>
        <p>{secure}</p>
        <p>{lead}</p>
        <CurrencyChoice
          {...facts}
          label={currency}
          hrefOf={(one) =>
            withLanguage(
              `/order?${new URLSearchParams({ edition, quantity, currency: one }).toString()}`,
              form.named,
            )
          }
        />
        <FaultSummary heading={plainTextsOf(facts.language).faults} faults={faults} />
        <form className="panel plain-form" method="post" action="/order" noValidate>
          <HiddenFields facts={facts} form={form} />
          <Editions facts={facts} form={form} faults={faults} />
          <Quantity facts={facts} form={form} faults={faults} />
          <MethodPicker />
          <RailPicker facts={facts} form={form} faults={faults} />
          <OtherMethods />
          <Entries facts={facts} form={form} faults={faults} />
          <Discount facts={facts} form={form} faults={faults} />
          <CaptchaPicture facts={facts} form={form} faults={faults} />
          <SubmitSection facts={facts} form={form} />
        </form>
      </PlainPage>
    </PlainPaymentContext>
  )
}

interface PartProps extends OrderFormPageProps {
  readonly faults: readonly FaultMessage[]
}

/** Enter presses a form's first button: it must be the one that orders, not the one that recalculates. */
function HiddenFields({ facts, form }: OrderFormPageProps) {
  return (
    <>
      <button
        type="submit"
        name="do"
        value="order"
        className="visually-hidden"
        tabIndex={-1}
        aria-hidden="true"
      />
      <LanguageField named={form.named} />
      <input type="hidden" name="key" value={form.idempotencyKey} />
      {facts.currencies.length > 1 ? <input type="hidden" name="currency" value={facts.currency} /> : null}
      {form.editions.map(({ id, priceCents }) => (
        <input key={id} type="hidden" name={`seen-${id}`} value={priceCents} />
      ))}
    </>
  )
}

function Editions({ facts, form, faults }: PartProps) {
  const { language, currency } = facts
  const { edition } = plainTextsOf(language).form
  const { preOrder, checkout } = siteTextsOf(language)
  const { each, soldOut } = preOrder
  const fault = faultOf(faults, 'edition')
  return (
    <fieldset
      className="pay-picker"
      id="edition"
      aria-describedby={fault === null ? undefined : 'edition-fault'}
    >
      <legend>{edition}</legend>
      <div className="pay-choices plain-choices">
        {form.editions.map(({ id, name, priceCents, isSoldOut, hasKeysOnRelease }) => (
          <label key={id} className="pay-choice">
            <input
              type="radio"
              name="edition"
              value={id}
              defaultChecked={id === form.typed.edition}
              disabled={isSoldOut}
              autoFocus={isFirstFault(faults, 'edition') && !isSoldOut}
            />
            <span className="pay-choice-name">{name}</span>
            <span className="pay-choice-note">
              {fill(each, { price: formatPrice(language, priceCents, currency) })}
            </span>
            {isSoldOut ? <span className="pay-badge">{soldOut}</span> : null}
            {hasKeysOnRelease ? <span className="pay-choice-note">{checkout.form.keysOnRelease}</span> : null}
          </label>
        ))}
      </div>
      <FieldFault id="edition" fault={fault} />
      {form.editions.map(({ id, name, isSoldOut }) =>
        isSoldOut ? (
          <p key={id} className="pay-hint">
            <a href={withLanguage(`/waiting-list?edition=${id}`, form.named)}>
              {fill(checkout.waitingLink, { edition: name })}
            </a>
          </p>
        ) : null,
      )}
    </fieldset>
  )
}

function Quantity({ facts, form, faults }: PartProps) {
  const { language, currency } = facts
  const { quantity, quantityHint, total } = siteTextsOf(language).preOrder
  const bounds = { min: formatCount(language, QUANTITY_MIN), max: formatCount(language, QUANTITY_MAX) }
  return (
    <div className="plain-quantity">
      <PlainField
        id="quantity"
        label={quantity}
        hint={fill(quantityHint, bounds)}
        fault={faultOf(faults, 'quantity')}
        type="number"
        inputMode="numeric"
        min={QUANTITY_MIN}
        max={QUANTITY_MAX}
        step={1}
        defaultValue={form.typed.quantity}
        autoComplete="off"
        autoFocus={isFirstFault(faults, 'quantity')}
      />
      <button type="submit" name="do" value="recalculate" className="button button-quiet">
        {plainTextsOf(language).form.recalculate}
      </button>
      <p className="plain-total">
        <span>{total}</span>
        <strong>
          {form.totalCents === null ? '–' : formatPrice(language, cents(form.totalCents), currency)}
        </strong>
      </p>
    </div>
  )
}

function Entries({ facts, form, faults }: PartProps) {
  const texts = siteTextsOf(facts.language).checkout.form
  return (
    <>
      <PlainField
        id="userEmail"
        label={texts.email}
        hint={texts.emailHint}
        fault={faultOf(faults, 'userEmail')}
        type="email"
        dir="ltr"
        autoComplete="email"
        defaultValue={form.typed.userEmail}
        autoFocus={isFirstFault(faults, 'userEmail')}
        required
      />
      <PlainField
        id="walletAddress"
        label={texts.address}
        hint={<AddressHints texts={texts} />}
        fault={faultOf(faults, 'walletAddress')}
        {...CODE_ENTRY}
        defaultValue={form.typed.walletAddress}
        autoFocus={isFirstFault(faults, 'walletAddress')}
        required
      />
    </>
  )
}

/** Folded: most buyers have no code. What it takes off is shown in place of the hint. */
function Discount({ facts, form, faults }: PartProps) {
  const texts = siteTextsOf(facts.language).checkout.discount
  const price = (amount: Cents) => formatPrice(facts.language, amount, facts.currency)
  const { discount } = form
  const fault = faultOf(faults, 'discountCode')
  return (
    <details className="pay-discount" open={form.typed.discountCode !== ''}>
      <summary>{texts.open}</summary>
      <PlainField
        id="discountCode"
        label={texts.code}
        hint={
          discount === null ? (
            texts.hint
          ) : (
            <p className="pay-discount-found">
              {fill(texts.found, {
                amount: price(discount.discountCents),
                price: price(discount.totalCents),
              })}
            </p>
          )
        }
        fault={fault}
        {...CODE_ENTRY}
        maxLength={DISCOUNT_CODE_INPUT_MAX}
        defaultValue={form.typed.discountCode}
        autoFocus={discount !== null || isFirstFault(faults, 'discountCode')}
        beside={
          <button type="submit" name="do" value="discount" className="button button-quiet">
            {texts.apply}
          </button>
        }
      />
    </details>
  )
}

/** The styles show only the hint of the selected rail. */
function AddressHints({ texts }: { readonly texts: ReturnType<typeof siteTextsOf>['checkout']['form'] }) {
  return (
    <>
      <p data-hint="none">{texts.addressPickFirst}</p>
      {Object.entries(texts.addressHint).map(([network, hint]) => (
        <p key={network} data-hint={network}>
          {hint}
        </p>
      ))}
    </>
  )
}

function SubmitSection({ facts, form }: OrderFormPageProps) {
  const { language } = facts
  const { notice, accept, terms, privacy, newTab, submit } = siteTextsOf(language).checkout.form
  const link = (page: string, words: string) => (
    <a href={withLanguage(`/legal/${page}`, form.named)} target="_blank" rel="noopener">
      {words}
      <span className="visually-hidden"> {newTab}</span>
    </a>
  )
  return (
    <>
      <p className="pay-notice">{notice}</p>
      <p className="pay-hint">
        <FillText text={accept} values={{ terms: link('terms', terms), privacy: link('privacy', privacy) }} />
      </p>
      <button type="submit" name="do" value="order" className="button pay-button-wide">
        {submit}
      </button>
    </>
  )
}
