import { useState } from 'react'
import { EMAIL_MAX } from '#shared/constants.ts'
import { useAdmin } from './admin-context.ts'
import { navigateTo } from './admin-location.ts'

/** The id of the field that `/` focuses. */
export const SEARCH_ID = 'admin-search'

/** Searches orders by id, e-mail, key, transaction and address. */
export function GlobalSearch() {
  const { find } = useAdmin().texts
  const [text, setText] = useState('')
  return (
    <form
      className="global-search"
      role="search"
      aria-label={find.label}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') navigateTo({ tab: 'orders', filters: { q: text.trim() } })
      }}
    >
      <input
        id={SEARCH_ID}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        aria-label={find.label}
        aria-keyshortcuts="/"
        dir={text === '' ? undefined : 'auto'}
        placeholder={find.hint}
        maxLength={EMAIL_MAX}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
        }}
      />
    </form>
  )
}
