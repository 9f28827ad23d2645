import type { DocsCall, DocsFacts } from '#shared/docs-facts.ts'
import type { PageFacts } from '#shared/page-facts.ts'
import { Page } from '#web/layout/page.tsx'
import { MarkedText } from './marked-text.tsx'

/** `/docs`: a document of the API, in English whatever the language of the shop. All its words come from the document. */
export function DocsPage({ facts, docs }: { readonly facts: PageFacts; readonly docs: DocsFacts }) {
  return (
    <Page facts={facts} title={`${docs.title} · ${facts.title}`}>
      <article className="docs" lang="en" dir="ltr">
        <ul className="docs-documents" aria-label={docs.words.navigation}>
          {docs.documents.map(({ name, path, isCurrent }) => (
            <li key={path}>
              <a href={path} aria-current={isCurrent ? 'page' : undefined}>
                {name}
              </a>
            </li>
          ))}
        </ul>
        <header>
          <p className="docs-heading">{docs.heading}</p>
          <h1>{docs.title}</h1>
          {docs.lead.map((text) => (
            <p key={text}>
              <MarkedText text={text} />
            </p>
          ))}
          <p>
            <a href={docs.file.path}>{docs.file.name}</a>
          </p>
        </header>
        {docs.groups.map(({ id, name, description, calls }) => (
          <section key={id} id={id}>
            <h2>{name}</h2>
            <p>
              <MarkedText text={description} />
            </p>
            {calls.map((call) => (
              <Call key={call.id} call={call} words={docs.words} />
            ))}
          </section>
        ))}
      </article>
    </Page>
  )
}

function Call({ call, words }: { readonly call: DocsCall; readonly words: DocsFacts['words'] }) {
  const { id, name, summary, description, access, parts, failures } = call
  return (
    <details className="docs-call" id={id}>
      <summary>
        <code>{name}</code>
        <span>{summary}</span>
      </summary>
      <div>
        {access === null ? null : <p className="docs-access">{access}</p>}
        <p>
          <MarkedText text={description} />
        </p>
        {parts.map((part) => (
          <div key={part.title}>
            <h3>{part.title}</h3>
            <pre>{part.text}</pre>
          </div>
        ))}
        {failures.length === 0 ? null : (
          <div>
            <h3>{words.failures}</h3>
            <dl className="docs-failures">
              {failures.map(({ status, code, meaning }) => (
                <div key={`${status} ${code}`}>
                  <dt>
                    {status} <code>{code}</code>
                  </dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
          </div>
        )}
      </div>
    </details>
  )
}
