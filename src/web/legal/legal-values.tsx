import { USD } from '#shared/currency.ts'
import type { ReactNode } from 'react'
import { editionPlaceholders, type LegalFacts, type LegalPlaceholder } from '#shared/game-legal.ts'
import { defaultLanguage, type Language } from '#shared/languages.ts'
import { localeOf } from '#shared/locale-of.ts'
import {
  CAPTCHA_PASS_LIFE_S,
  DUST_BASIS_POINTS,
  DUST_CENTS,
  MAIL_CONTENT_KEPT_S,
  ORDER_COOKIE_LIFE_S,
  QUANTITY_MAX,
  REFUND_WINDOW_S,
  SUPPORT_MAIL_KEPT_S,
  TOLERANCE_BASIS_POINTS,
  TOP_UP_S,
  UNPAID_DATA_KEPT_S,
  WAITING_CONFIRM_S,
  WAITING_KEPT_S,
  WAITING_MAIL_KEPT_S,
} from '#shared/constants.ts'
import { cents } from '#shared/money.ts'
import type { LegalPageFacts } from '#shared/render-bundle.ts'
import { legalPageTextsOf } from '#texts/rendered-texts.ts'
import { Latin } from '#web/ui/fill-text.tsx'
import { formatCount, formatPrice } from '#texts/format.ts'

/** The value of each placeholder; null if the shop does not know it: the line is then omitted. */
export type LegalValues = Readonly<Record<string, ReactNode>>

const MINUTE_S = 60
const HOUR_S = 3600
const DAY_S = 24 * HOUR_S

/** Returns the values of all placeholders, formatted in the texts' language. */
export function legalValues(facts: LegalPageFacts): LegalValues {
  const { seller, textsLanguage: language } = facts
  const count = (number: number) => formatCount(language, number)
  const fixed: Readonly<Record<LegalPlaceholder, ReactNode>> = {
    title: <bdi>{facts.title}</bdi>,
    site: facts.publicUrl === null ? null : <Latin>{facts.publicUrl}</Latin>,
    supportEmail: <Mail address={facts.supportEmail} />,
    quantityMax: count(QUANTITY_MAX),
    releaseAt: <bdi>{formatInstant(language, facts.releaseAt)}</bdi>,
    paymentMinutes: count(Math.round(facts.windowS / MINUTE_S)),
    topUpHours: count(TOP_UP_S / HOUR_S),
    tolerance: formatShare(language, TOLERANCE_BASIS_POINTS),
    dustPrice: formatPrice(language, cents(Number(DUST_CENTS)), USD),
    dustShare: formatShare(language, DUST_BASIS_POINTS),
    refundDays: count(REFUND_WINDOW_S / DAY_S),
    unpaidDays: count(UNPAID_DATA_KEPT_S / DAY_S),
    supportMailDays: count(SUPPORT_MAIL_KEPT_S / DAY_S),
    mailDays: count(MAIL_CONTENT_KEPT_S / DAY_S),
    waitingHours: count(WAITING_CONFIRM_S / HOUR_S),
    waitingDays: count(WAITING_KEPT_S / DAY_S),
    waitingMailDays: count(WAITING_MAIL_KEPT_S / DAY_S),
    orderCookieDays: count(ORDER_COOKIE_LIFE_S / DAY_S),
    captchaPassMinutes: count(CAPTCHA_PASS_LIFE_S / MINUTE_S),
    ...sellerValues(seller, language, defaultLanguage(facts.languages)),
    ...pageLinks(facts),
  }
  return { ...fixed, ...editionValues(facts) }
}

/** Name and price of each edition; a price in each currency of the shop. */
function editionValues({ editions, textsLanguage }: LegalPageFacts): LegalValues {
  return Object.fromEntries(
    editions.flatMap(({ id, name, offers }) => {
      const placeholders = editionPlaceholders(id)
      return [
        [placeholders.name, name],
        [
          placeholders.price,
          offers
            .map(({ priceCents, currency }) => formatPrice(textsLanguage, priceCents, currency))
            .join(' / '),
        ],
      ]
    }),
  )
}

/** The links to the other documents and to order recovery. */
function pageLinks({ language, textsLanguage, texts }: LegalPageFacts) {
  return {
    imprintPage: <a href={`/legal/imprint?lang=${language}`}>{texts.imprint.title}</a>,
    privacyPage: <a href={`/legal/privacy?lang=${language}`}>{texts.privacy.title}</a>,
    termsPage: <a href={`/legal/terms?lang=${language}`}>{texts.terms.title}</a>,
    recoverPage: <a href="/recover">{legalPageTextsOf(textsLanguage).findOrder}</a>,
  }
}

/** The facts about the seller; one without a text in the language of the document is shown in the default one. */
function sellerValues(seller: LegalFacts | null, language: Language, standIn: Language) {
  const isolated = (value: LegalFacts['register']) => {
    if (value === undefined) return null
    return <bdi>{typeof value === 'string' ? value : (value[language] ?? value[standIn])}</bdi>
  }
  return {
    company: isolated(seller?.company),
    address: isolated(seller?.address.join('\n')),
    country: isolated(seller?.country),
    responsible: isolated(seller?.responsible),
    phone: seller?.phone === undefined ? null : <Latin>{seller.phone}</Latin>,
    register: isolated(seller?.register),
    vatId: seller?.vatId === undefined ? null : <Latin>{seller.vatId}</Latin>,
    dataProtectionContact: isolated(seller?.dataProtectionContact),
    supervisoryAuthority: isolated(seller?.supervisoryAuthority),
    hosting: isolated(seller?.hosting),
    mailProvider: isolated(seller?.mailProvider),
  }
}

function Mail({ address }: { readonly address: string }) {
  return (
    <a href={`mailto:${address}`}>
      <Latin>{address}</Latin>
    </a>
  )
}

function formatInstant(language: Language, at: Date): string {
  const day = { year: 'numeric', month: 'long', day: 'numeric' } as const
  const time = { hour: 'numeric', minute: '2-digit', timeZone: 'UTC', timeZoneName: 'short' } as const
  return new Intl.DateTimeFormat(localeOf(language), { ...day, ...time }).format(at)
}

function formatShare(language: Language, basisPoints: bigint): string {
  const percent = new Intl.NumberFormat(localeOf(language), { style: 'percent', maximumFractionDigits: 2 })
  return percent.format(Number(basisPoints) / 10_000)
}
