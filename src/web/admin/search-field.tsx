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
  const wanted = text.trim()
  useEffect(() => {
    if (wanted === value) return
    const timer = setTimeout(() => {
      setReported(wanted)
      search.current(wanted)
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [wanted, value])
  return (
    <form
      className="field field-wide"
      onSubmit={(event) => {
        event.preventDefault()
        if (wanted === value) return
        setReported(wanted)
        onSearch(wanted)
      }}
    >
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="search"
        dir={text === '' ? undefined : 'auto'}
        value={text}
        maxLength={maxLength}
        placeholder={hint}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => {
          setText(target.value)
        }}
      />
    </form>
  )
}
