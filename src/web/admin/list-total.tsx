import { fill, formatCount, plural } from '#texts/format.ts'
import { useAdmin } from './admin-context.ts'

interface ListTotalProps {
  /** The first page of the list; undefined until it is read. */
  readonly page: { readonly total: number; readonly hasMore: boolean } | undefined
}

/** How many rows the filters of a list leave. */
export function ListTotal({ page }: ListTotalProps) {
  const { texts, language } = useAdmin()
  if (page === undefined) return null
  const count = formatCount(language, page.total)
  return (
    <p role="status" className="lead">
      {page.hasMore ? fill(texts.pages.more, { count }) : plural(language, texts.pages.total, page.total)}
    </p>
  )
}
