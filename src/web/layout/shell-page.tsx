import type { ShellFacts } from '#shared/render-bundle.ts'
import { plainTextsOf } from '#texts/rendered-texts.ts'
import { inertJson } from '#web/ui/inert-json.ts'
import { Page } from './page.tsx'

/** A page whose own script renders its content into `#root`, from `#shell-props`. */
export function ShellPage({ facts }: { readonly facts: ShellFacts }) {
  return (
    <Page facts={facts} title={`${facts.pageTitle} · ${facts.title}`} script={facts.script} isEager>
      <div id="root" className="shell">
        <h1>{facts.pageTitle}</h1>
        <noscript>
          <p className="panel shell-note">{plainTextsOf(facts.language).needsScript}</p>
        </noscript>
      </div>
      <script
        type="application/json"
        id="shell-props"
        dangerouslySetInnerHTML={{ __html: inertJson(facts.props) }}
      />
    </Page>
  )
}
