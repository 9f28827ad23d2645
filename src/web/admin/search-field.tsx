import { useEffect, useId, useRef, useState } from 'react'

interface SearchFieldProps {
  readonly label: string
  readonly hint: string
  /** The value in the URL. */
  readonly value: string
  readonly maxLength: number
  readonly onSearch: (text: string) => void
}

const PAUSE_MS = 350

/** Searches when typing pauses, or on Enter. */
export function SearchField({ label, hint, value, maxLength, onSearch }: SearchFieldProps) {
  const id = useId()
  const [text, setText] = useState(value)
  const [reported, setReported] = useState(value)
  const search = useRef(onSearch)
  useEffect(() => {
    search.current = onSearch
  })
  // the URL was changed by something else than this field
  if (value !== reported) {
    setReported(value)
    setText(value)
  }
  const query = text.trim()
  useEffect(() => {
    if (query === value) return
    const timer = setTimeout(() => {
      setReported(query)
      search.current(query)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [query, value])
  return (
    <form
      className="field filter-search"
      onSubmit={(event) => {
        event.preventDefault()
        if (query === value) return
        setReported(query)
        onSearch(query)
      }}
    >
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      <input
        id={id}
        type="search"
        dir={text === '' ? undefined : 'auto'}
        value={text}
        maxLength={maxLength}
        placeholder={hint}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setText(target.value)}
      />
    </form>
  )
}
