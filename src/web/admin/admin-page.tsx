import type { AdminFacts } from '#shared/render-bundle.ts'
import { inertJson } from '#web/ui/inert-json.ts'
import type { AdminProps } from './admin-props.ts'

/**
 * The back office's page before its script has loaded: a spinner while permissions are checked. It contains nothing of
 * the shop's site.
 */
export function AdminPage({ facts }: { readonly facts: AdminFacts }) {
  const { title, editionNames, icon, currency, currencies, languages, networks } = facts
  const [main, ...imported] = facts.scripts
  const props: AdminProps = { title, editionNames, icon, currency, currencies, languages, networks }
  return (
    <html lang="ar" dir="rtl">
      <head>
        <meta charSet="utf-8" />
        <title>{`لوحة الإدارة · ${title}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark light" />
        <meta name="robots" content="noindex" />
        {facts.styles.map((file) => (
          <link key={file} rel="stylesheet" href={file} />
        ))}
        {imported.map((file) => (
          <link key={file} rel="modulepreload" href={file} />
        ))}
        <link rel="icon" href={icon} type="image/svg+xml" sizes="any" />
      </head>
      <body>
        <div id="root">
          <p className="checking" role="status">
            <span className="spinner" />
            <span className="visually-hidden">جارٍ التحقق من الصلاحيات…</span>
          </p>
        </div>
        <script
          type="application/json"
          id="admin-props"
          dangerouslySetInnerHTML={{ __html: inertJson(props) }}
        />
        <script type="module" src={main} />
      </body>
    </html>
  )
}
