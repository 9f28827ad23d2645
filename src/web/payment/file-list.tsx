import type { BuyerOrder } from '#shared/buyer-api.ts'
import type { Language } from '#shared/languages.ts'
import { formatMegabytes } from '#texts/format.ts'
import type { SiteTexts } from '#texts/en/site.ts'

export interface FileListProps {
  readonly files: BuyerOrder['files']
  readonly language: Language
  readonly texts: Pick<SiteTexts['checkout'], 'files'>
}

/** The files of an order with their links; one whose link was used up says what to do. */
export function FileList({ files, language, texts }: FileListProps) {
  return (
    <ul className="order-files">
      {files.map(({ name, titles, size, path }) => (
        <li key={name}>
          {path === null ? (
            <span>{titles[language]}</span>
          ) : (
            <a className="button button-quiet button-small" href={path} download>
              {titles[language]}
            </a>
          )}{' '}
          <span className="file-facts">
            <bdi>{name.split('.').at(-1)?.toUpperCase()}</bdi> · <bdi>{formatMegabytes(language, size)}</bdi>
          </span>
          {path === null ? <p className="file-facts">{texts.files.usedUp}</p> : null}
        </li>
      ))}
    </ul>
  )
}
