import type { ReactNode } from 'react'
import { isRightToLeft } from '#shared/languages.ts'
import type { PageFacts } from '#shared/page-facts.ts'
import { siteTextsOf } from '#texts/rendered-texts.ts'
import { Dock } from './dock.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'

interface PageProps {
  readonly facts: PageFacts
  readonly title: string
  readonly description?: string
  /** The name of the page's script; absent if it has none. */
  readonly script?: string
  /** Whether the script is fetched at once: if the page is useless without it. */
  readonly isEager?: boolean
  /** Whether this is the page for a path that does not exist. */
  readonly isMissing?: boolean
  readonly isLanding?: boolean
  /** The URL's other parameters, which a change of language keeps. */
  readonly query?: Readonly<Record<string, string>>
  /** Inserted before the styles. */
  readonly head?: ReactNode
  /** Metadata for search engines, which browsers do not need. */
  readonly search?: ReactNode
  readonly children: ReactNode
}

/** The whole HTML document: the parts every page has, around its own content. */
export function Page(props: PageProps) {
  const { facts, isLanding = false, children } = props
  const { language } = facts
  const texts = siteTextsOf(language)
  return (
    <html
      lang={language}
      dir={isRightToLeft(language) ? 'rtl' : 'ltr'}
      data-languages={facts.languages.join(' ')}
      data-scripts={props.script === undefined ? undefined : (facts.scripts[props.script] ?? []).join(' ')}
      data-order={
        isLanding ? [...(facts.scripts['orderForm'] ?? []), ...facts.orderForm].join(' ') : undefined
      }
      data-coins={facts.coins?.join(' ')}
      data-eager={props.isEager === true ? '' : undefined}
      data-missing={props.isMissing === true ? '' : undefined}
      data-redeem={facts.redeem?.file}
      data-support={facts.scripts['support']?.[0]}
      data-announced=""
    >
      <Head {...props} styles={props.script === undefined ? [] : (facts.styles[props.script] ?? [])} />
      <body>
        <a className="skip" href="#content">
          {texts.site.skipToContent}
        </a>
        <Header facts={facts} texts={texts} isLanding={isLanding} query={props.query ?? {}} />
        {/* Precedes everything that can be tapped: on a slow connection a button is usable while the rest of the page
           still loads. It also precedes the announcement, which is never painted once dismissed. */}
        {'file' in facts.loader ? (
          <script src={facts.loader.file} />
        ) : (
          <script dangerouslySetInnerHTML={{ __html: facts.loader.inside }} />
        )}
        <main id="content">{children}</main>
        <Footer facts={facts} texts={texts} isLanding={isLanding} />
        <Dock facts={facts} texts={texts} />
      </body>
    </html>
  )
}

function Head({
  facts,
  title,
  description,
  head,
  search,
  styles,
  isLanding = false,
}: PageProps & { readonly styles: readonly string[] }) {
  const print = facts.styles['print']?.map((file) => (
    <link key={file} rel="stylesheet" href={file} media="print" />
  ))
  return (
    <head>
      <meta charSet="utf-8" />
      <title>{title}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="dark" />
      <meta name="theme-color" content={facts.themeColor} />
      {description === undefined ? (
        <meta name="robots" content="noindex" />
      ) : (
        <meta name="description" content={description} />
      )}
      {head}
      {facts.fonts.map((font) => (
        <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="" />
      ))}
      {facts.sheets.map((file) => (
        <link key={file} rel="stylesheet" href={file} />
      ))}
      <style dangerouslySetInnerHTML={{ __html: facts.css }} />
      {styles.map((file) => (
        <link key={file} rel="stylesheet" href={file} />
      ))}
      {/* the landing page's script has them, too: even what is for paper is fetched before a page is loaded */}
      {isLanding ? <noscript>{print}</noscript> : print}
      <Icons icons={facts.icons} icon={facts.icon} />
      {search}
    </head>
  )
}

function Icons({ icon, icons }: Pick<PageFacts, 'icon' | 'icons'>) {
  return (
    <>
      {icons.small !== null && <link rel="icon" href={icons.small} type="image/png" sizes="32x32" />}
      <link rel="icon" href={icon} type="image/svg+xml" sizes="any" />
      {icons.touch !== null && <link rel="apple-touch-icon" href={icons.touch} sizes="180x180" />}
      <link rel="manifest" href="/site.webmanifest" />
    </>
  )
}
