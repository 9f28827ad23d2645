import type { CoinId } from '#shared/assets.ts'
import { localeOf } from '#shared/locale-of.ts'
import type { LandingFacts } from '#shared/page-facts.ts'
import type { SiteTexts } from '#texts/en/site.ts'
import { fill } from '#texts/format.ts'
import { RAILS } from '#shared/rails.ts'
import { siteTextsOf } from '#texts/rendered-texts.ts'
import { Page } from '#web/layout/page.tsx'
import { chosenCurrency } from '#web/layout/chosen-currency.ts'
import { SearchHead } from '#web/layout/search-head.tsx'
import { coinName, coinSymbol } from '#web/payment/coin-names.ts'
import { CurrencyChoice } from '#web/payment/currency-choice.tsx'
import { CHECKOUT_TITLE_ID, CheckoutHead } from '#web/payment/checkout-head.tsx'
import { AnswersSection } from './answers-section.tsx'
import { CampaignsSection } from './campaigns-section.tsx'
import { ChapterHeading } from './chapter-heading.tsx'
import { FeaturesSection } from './features-section.tsx'
import { GallerySection } from './gallery-section.tsx'
import { Hero, HeroPreload, HERO_SIZES } from './hero.tsx'
import { MapsSection } from './maps-section.tsx'
import { ModesSection } from './modes-section.tsx'
import { PartnersSection } from './partners-section.tsx'
import { SystemsSection } from './systems-section.tsx'
import { WorldsSection } from './worlds-section.tsx'
import { ResponsivePicture } from '#web/ui/responsive-picture.tsx'
import { NotYetButton } from './not-yet-button.tsx'

interface LandingProps {
  readonly facts: LandingFacts
  /** The pre-order section, rendered by React for hydration. */
  readonly island: string
  readonly islandProps: string
}

/** The landing page: its sections in order, without those the game has no content for. */
export function Landing({ facts, island, islandProps }: LandingProps) {
  const texts = siteTextsOf(facts.language)
  const { sections } = facts
  const [viewer] = facts.scripts['gallery'] ?? []
  const modes = sections.modes && <ModesSection modes={sections.modes} pictures={sections.pictures} />
  return (
    <Page
      facts={facts}
      title={facts.title}
      description={facts.description}
      script="island"
      isLanding
      query={chosenCurrency(facts)}
      head={<HeroPreload picture={facts.hero} />}
      search={<SearchHead facts={facts} />}
    >
      <Hero facts={facts} texts={texts} />
      {sections.features ? (
        <FeaturesSection {...sections} features={sections.features}>
          {modes}
        </FeaturesSection>
      ) : (
        modes && <div className="chapter">{modes}</div>
      )}
      {sections.campaigns && (
        <CampaignsSection
          campaigns={sections.campaigns}
          picture={sections.pictures.campaigns}
          texts={texts.landing}
        />
      )}
      {sections.worlds && <WorldsSection worlds={sections.worlds} texts={texts.landing} />}
      {sections.gallery && (
        <GallerySection
          gallery={sections.gallery}
          language={facts.language}
          texts={texts.landing}
          viewer={viewer}
        />
      )}
      <section className="chapter pre-order" id="pre-order" aria-labelledby="pre-order-title">
        <ChapterHeading
          id="pre-order-title"
          title={preOrderTitle(facts, texts)}
          lead={preOrderLead(facts, texts)}
        >
          <CurrencyChoice
            {...facts}
            label={texts.checkout.currency}
            hrefOf={(one) => `/?lang=${facts.language}&currency=${one}#pre-order`}
          />
        </ChapterHeading>
        <div
          data-island=""
          data-late-styles={facts.lateStyles.join(' ')}
          dangerouslySetInnerHTML={{ __html: island }}
        />
      </section>
      {sections.maps && <MapsSection maps={sections.maps} texts={texts.landing} />}
      {hasSystems(facts) && <SystemsSection {...sections} texts={texts.landing} />}
      {(sections.facts.length > 0 || sections.questions) && (
        <AnswersSection
          {...sections}
          redeem={facts.redeem?.editions ?? null}
          editions={facts.editions}
          texts={texts.checkout}
        />
      )}
      {sections.partners && <PartnersSection partners={sections.partners} texts={texts.landing} />}
      <ComingSoonSection facts={facts} texts={texts.landing} />
      <OrderFormFrame closeLabel={texts.checkout.closeDialog} />
      <script type="application/json" id="island-props" dangerouslySetInnerHTML={{ __html: islandProps }} />
    </Page>
  )
}

/** The frame of the order form, which opens at once; `order-form-markup.ts` puts the form into it. */
function OrderFormFrame({ closeLabel }: { readonly closeLabel: string }) {
  return (
    <div data-checkout="">
      <dialog className="checkout" aria-labelledby={CHECKOUT_TITLE_ID}>
        <header className="checkout-head">
          <CheckoutHead title="" closeLabel={closeLabel} />
        </header>
      </dialog>
    </div>
  )
}

function hasSystems({ sections }: LandingFacts): boolean {
  return sections.systems.length > 0 || sections.creatorBeta !== null || sections.rewards !== null
}

/** Of one edition there is nothing to choose. */
function preOrderTitle({ editions, isOut }: LandingFacts, { preOrder, site }: SiteTexts): string {
  if (editions.length > 1) return preOrder.title
  return isOut ? site.buyNow : site.preOrder
}

function preOrderLead({ coins, language }: LandingFacts, { preOrder, checkout }: SiteTexts): string {
  if (coins === null) return preOrder.lead
  // as those of the usual coins: a chain's own coin by its name, a token by its symbol
  const names = coins.map((coin) => (isToken(coin) ? coinSymbol(coin) : coinName(checkout, coin)))
  const list = new Intl.ListFormat(localeOf(language), { type: 'disjunction' })
  return fill(preOrder.leadOfCoins, { coins: list.format(names) })
}

function isToken(coin: CoinId): boolean {
  return RAILS.some((rail) => rail.coin === coin && rail.contractSetting !== null)
}

interface ComingSoonProps {
  readonly facts: LandingFacts
  readonly texts: SiteTexts['landing']
}

/** The closing section, with a picture of its own or with the hero's. */
function ComingSoonSection({ facts, texts }: ComingSoonProps) {
  const { title, text, wishlistUrl } = facts.sections.comingSoon
  return (
    <section className="coming-soon" aria-labelledby="coming-soon-title">
      <ResponsivePicture
        className="coming-soon-picture"
        picture={facts.sections.pictures.comingSoon ?? { ...facts.hero, alt: '' }}
        sizes={HERO_SIZES}
      />
      <h2 id="coming-soon-title">{title}</h2>
      <p>{text}</p>
      {wishlistUrl === null ? (
        <NotYetButton opens="wishlist" label={texts.wishlist} note={texts.wishlistSoon} />
      ) : (
        <a className="button" href={wishlistUrl} rel="noreferrer">
          {texts.wishlist}
        </a>
      )}
    </section>
  )
}
