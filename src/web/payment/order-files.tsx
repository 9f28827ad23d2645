import type { BuyerOrder } from '#shared/buyer-api.ts'
import type { Language } from '#shared/languages.ts'
import { formatMegabytes } from '#texts/format.ts'
import type { SiteTexts } from '#texts/en/site.ts'
import { OrderSection } from './order-section.tsx'

interface OrderFilesProps {
  readonly files: BuyerOrder['files']
  readonly language: Language
  readonly texts: SiteTexts['order']
}

/** What the edition contains beside keys, as downloads. */
export function OrderFiles({ files, language, texts }: OrderFilesProps) {
  if (files.length === 0) return null
  return (
    <OrderSection title={texts.files.title} anchor="files">
      <ul className="order-files">
        {files.map(({ name, titles, size, path }) => (
          <li key={name}>
            {path === null ? (
              <span>{titles[language]}</span>
            ) : (
              <FileLink path={path} title={titles[language]} />
            )}{' '}
            <span className="order-quiet">
              <bdi>{name.split('.').at(-1)?.toUpperCase()}</bdi>, <bdi>{formatMegabytes(language, size)}</bdi>
            </span>
            {path === null ? <p className="order-quiet">{texts.files.usedUp}</p> : null}
          </li>
        ))}
      </ul>
    </OrderSection>
  )
}

function FileLink({ path, title }: { readonly path: string; readonly title: string }) {
  return (
    <a className="button button-small" href={path} download>
      {title}
    </a>
  )
}
