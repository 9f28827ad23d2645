import { useState } from 'react'
import type { Pagination } from '#shared/admin-api.ts'
import { fill, formatCount, plural } from '#texts/format.ts'
import { useAdmin } from './admin-context.ts'
import { Button } from './button.tsx'

interface PagerProps {
  readonly pagination: Pagination
  readonly onPage: (page: number) => void
}

/** Shows the total, and links to the other pages. */
export function Pager({ pagination, onPage }: PagerProps) {
  const { texts, language } = useAdmin()
  const { page, total, totalPages, hasMore } = pagination
  const { pages } = texts
  const count = formatCount(language, total)
  const to = (next: number) => () => onPage(next)
  return (
    <nav className="pager" aria-label={pages.label}>
      <p role="status">{hasMore ? fill(pages.more, { count }) : plural(language, pages.total, total)}</p>
      {totalPages > 1 ? (
        <div className="row">
          <Button isSmall disabled={page <= 1} onClick={to(page - 1)}>
            {pages.previous}
          </Button>
          <span>
            {fill(pages.position, {
              page: formatCount(language, page),
              pages: formatCount(language, totalPages),
            })}
          </span>
          <Button isSmall disabled={page >= totalPages} onClick={to(page + 1)}>
            {pages.next}
          </Button>
          {totalPages > 5 ? <GoToPage pagination={pagination} onPage={onPage} /> : null}
        </div>
      ) : null}
    </nav>
  )
}

function GoToPage({ pagination: { totalPages }, onPage }: PagerProps) {
  const { texts } = useAdmin()
  const [text, setText] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const wanted = Number.parseInt(text, 10)
        if (Number.isNaN(wanted)) return
        onPage(Math.min(Math.max(wanted, 1), totalPages))
        setText('')
      }}
    >
      <label className="pager-jump">
        <span>{texts.pages.goTo}</span>
        <input inputMode="numeric" value={text} size={5} onChange={({ target }) => setText(target.value)} />
      </label>
    </form>
  )
}
