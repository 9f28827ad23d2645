import type { ReactNode } from 'react'
import type { GameCredits } from '#shared/game-credits.ts'
import type { CreditsFacts } from '#shared/render-bundle.ts'
import type { SiteTexts } from '#texts/en/site.ts'
import { siteTextsOf } from '#texts/rendered-texts.ts'
import { FillText } from '#web/ui/fill-text.tsx'
import { fill } from '#texts/format.ts'
import { Page } from '#web/layout/page.tsx'
import { SHOP_FONTS } from './shop-fonts.ts'

/** The URL of each licence's text, by the licence's name. */
const LICENCES: Readonly<Record<string, string>> = {
  'CC BY 3.0': 'https://creativecommons.org/licenses/by/3.0/',
  'CC BY 4.0': 'https://creativecommons.org/licenses/by/4.0/',
  'CC0 1.0': 'https://creativecommons.org/publicdomain/zero/1.0/',
  'OFL 1.1': 'https://openfontlicense.org/',
  MIT: 'https://opensource.org/license/mit',
}

type Texts = SiteTexts['credits']

/** Lists the authors of the page's art, fonts and code, with their licences. */
export function CreditsPage({ facts }: { readonly facts: CreditsFacts }) {
  const { credits } = facts
  const texts = siteTextsOf(facts.language).credits
  return (
    <Page facts={facts} title={`${texts.title} · ${facts.title}`}>
      <article className="credits">
        <h1>{texts.title}</h1>
        <p>{texts.lead}</p>
        {(credits.hasShopRenders || credits.pictures.length > 0) && (
          <Chapter title={texts.pictures}>
            {credits.hasShopRenders && <p>{fill(texts.picturesText, { title: facts.title })}</p>}
            <Works works={credits.pictures} texts={texts} />
          </Chapter>
        )}
        <Chapter title={texts.fonts}>
          <Works works={facts.typefaces} texts={texts} />
          <Works works={SHOP_FONTS.map((font) => ({ ...font, licence: 'OFL 1.1' }))} texts={texts} />
        </Chapter>
        {(credits.icons.length > 0 || credits.others.length > 0) && (
          <Chapter title={texts.icons}>
            <Icons credits={credits} texts={texts} />
            <Works works={credits.others} texts={texts} />
          </Chapter>
        )}
      </article>
    </Page>
  )
}

function Chapter({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

interface WorksProps {
  readonly works: readonly GameCredits['others'][number][]
  readonly texts: Texts
}

function Works({ works, texts }: WorksProps) {
  if (works.length === 0) return null
  return (
    <ul>
      {works.map(({ name, author, licence, url }) => (
        <li key={name}>
          <FillText
            text={texts.by}
            values={{ name: <External url={url}>{name}</External>, author: <bdi lang="en">{author}</bdi> }}
          />
          <Licence name={licence} texts={texts} />
        </li>
      ))}
    </ul>
  )
}

/** Lists the icons grouped by author. */
function Icons({ credits, texts }: { readonly credits: GameCredits; readonly texts: Texts }) {
  const { icons, source, licence } = credits
  if (icons.length === 0) return null
  const authors = [...new Set(icons.map(({ author }) => author))]
  return (
    <>
      <p>
        {source !== undefined && <External url={addressOf(source)}>{source}</External>}
        {licence !== undefined && <Licence name={licence} texts={texts} />}
      </p>
      <dl>
        {authors.map((author) => (
          <div key={author}>
            <dt lang="en">{author}</dt>
            <dd>
              <bdi lang="en">
                {icons
                  .filter((icon) => icon.author === author)
                  .map(({ name }) => name)
                  .join(', ')}
              </bdi>
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function addressOf(source: string): string | undefined {
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(source) ? `https://${source}` : undefined
}

function Licence({ name, texts }: { readonly name: string; readonly texts: Texts }) {
  return (
    <span className="credits-licence">
      <FillText text={texts.licence} values={{ licence: <External url={LICENCES[name]}>{name}</External> }} />
    </span>
  )
}

function External({ url, children }: { readonly url: string | undefined; readonly children: string }) {
  if (url === undefined) return <bdi lang="en">{children}</bdi>
  return (
    <a href={url} rel="noreferrer" lang="en">
      <bdi>{children}</bdi>
    </a>
  )
}
