import type { ShellFacts } from '#shared/render-bundle.ts'
import { isRightToLeft } from '#shared/languages.ts'
import { inertJson } from '#web/ui/inert-json.ts'

/**
 * The page in a frame of another site: the checkout and nothing else. Every link and form of it opens a tab of its own, so
 * that no other page is ever asked for in the frame.
 */
export function EmbedPage({ facts }: { readonly facts: ShellFacts }) {
  const { language, script } = facts
  const [main, ...imported] = facts.scripts[script] ?? []
  return (
    <html lang={language} dir={isRightToLeft(language) ? 'rtl' : 'ltr'} data-redeem={facts.redeem?.file}>
      <head>
        <meta charSet="utf-8" />
        <title>{`${facts.pageTitle} · ${facts.title}`}</title>
        <base target="_blank" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark" />
        <meta name="robots" content="noindex" />
        {facts.fonts.map((font) => (
          <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="" />
        ))}
        <style dangerouslySetInnerHTML={{ __html: facts.css }} />
        {(facts.styles[script] ?? []).map((file) => (
          <link key={file} rel="stylesheet" href={file} />
        ))}
        {imported.map((file) => (
          <link key={file} rel="modulepreload" href={file} />
        ))}
      </head>
      <body>
        <main id="root" />
        <script
          type="application/json"
          id="embed-props"
          dangerouslySetInnerHTML={{ __html: inertJson(facts.props) }}
        />
        <script type="module" src={main} />
      </body>
    </html>
  )
}
