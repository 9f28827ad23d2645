import type { ReactNode } from 'react'
import type { Language } from '#shared/languages.ts'
import type { PageFacts } from '#shared/page-facts.ts'
import { plainTextsOf, siteTextsOf } from '#texts/rendered-texts.ts'
import { PaymentContext } from '#web/payment/payment-context.ts'
import { fill } from '#texts/format.ts'
import { Page } from '#web/layout/page.tsx'

interface PlainPageProps {
  readonly facts: PageFacts
  readonly title: string
  /** Whether the page shows rejected input; its title then says so first, for screen readers. */
  readonly isFaulty?: boolean
  /** The URL's parameters that a change of language must keep. */
  readonly query?: Readonly<Record<string, string>>
  /** What works without it works better with it. */
  readonly script?: string
  readonly children: ReactNode
}

/** A page rendered for one reader that needs no script. */
export function PlainPage({ facts, title, isFaulty = false, query = {}, script, children }: PlainPageProps) {
  const whole = `${title} · ${facts.title}`
  const { faultTitle } = plainTextsOf(facts.language)
  return (
    <Page
      facts={facts}
      title={isFaulty ? fill(faultTitle, { title: whole }) : whole}
      query={query}
      {...(script === undefined ? {} : { script })}
    >
      <div className="plain">
        <h1>{title}</h1>
        {children}
      </div>
    </Page>
  )
}

interface PlainPaymentContextProps {
  readonly facts: Pick<PageFacts, 'language' | 'supportEmail' | 'outputNetworks' | 'currency'>
  readonly editionName: string
  readonly children: ReactNode
}

/** Provides the context that components of the payment dialog require. */
export function PlainPaymentContext({ facts, editionName, children }: PlainPaymentContextProps) {
  const { language, supportEmail, outputNetworks, currency } = facts
  const texts = siteTextsOf(language).checkout
  const value = {
    language,
    texts,
    editionName,
    supportEmail,
    outputNetworks,
    currency,
    announce: () => undefined,
  }
  return <PaymentContext value={value}>{children}</PaymentContext>
}

/** Adds the reader's language to a path. */
export function withLanguage(path: string, named: Language | null): string {
  const [before = '', hash] = path.split('#')
  const withQuery = named === null ? before : `${before}${before.includes('?') ? '&' : '?'}lang=${named}`
  return hash === undefined ? withQuery : `${withQuery}#${hash}`
}

/** Adds the reader's language to a form that is posted. */
export function LanguageField({ named }: { readonly named: Language | null }) {
  return named === null ? null : <input type="hidden" name="lang" value={named} />
}
