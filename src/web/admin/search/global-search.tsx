import { useState, type KeyboardEvent } from 'react'
import { EMAIL_MAX } from '#shared/constants.ts'
import { plural } from '#texts/format.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { navigateTo } from '#web/admin/admin-location.ts'
import type { SearchEntry } from './find-entries.ts'
import { useFound, type FoundGroup } from './use-found.ts'

/** The id of the field that `/` and Ctrl K focus. */
export const SEARCH_ID = 'admin-search'
const LIST_ID = 'admin-search-list'

/** Searches everything as one types. Enter opens what is chosen with the arrow keys, else the list of all orders found. */
export function GlobalSearch() {
  const { texts, language } = useAdmin()
  const { find, pages } = texts
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState<string | null>(null)
  const { groups, isPending } = useFound(text)
  const entries = groups.flatMap((group) => group.entries)
  const at = entries.findIndex(({ id }) => id === active)
  const close = () => {
    setIsOpen(false)
    setActive(null)
  }
  const open = (entry: SearchEntry) => {
    close()
    setText('')
    document.querySelector<HTMLElement>('#admin-content')?.focus({ preventScroll: true })
    entry.open()
  }
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && entries.length > 0) {
      event.preventDefault()
      setIsOpen(true)
      const next = entries.at(at === -1 && step === -1 ? -1 : (at + step) % entries.length)
      setActive(next?.id ?? null)
      document.querySelector(`#${optionId(next?.id ?? '')}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      close()
    }
  }
  return (
    <form
      className="global-search"
      role="search"
      aria-label={find.label}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) close()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        const chosen = entries[at]
        if (isOpen && chosen !== undefined) open(chosen)
        else if (text.trim() !== '') {
          close()
          navigateTo({ tab: 'orders', filters: { q: text.trim() } })
        }
      }}
    >
      <input
        id={SEARCH_ID}
        type="text"
        role="combobox"
        inputMode="search"
        enterKeyHint="search"
        aria-label={find.label}
        aria-keyshortcuts="/ Control+K"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={LIST_ID}
        aria-activedescendant={isOpen && at !== -1 ? optionId(active ?? '') : undefined}
        dir={text === '' ? undefined : 'auto'}
        placeholder={find.hint}
        maxLength={EMAIL_MAX}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onClick={() => setIsOpen(true)}
        onKeyDown={move}
        onChange={({ target }) => {
          setText(target.value)
          setActive(null)
          setIsOpen(true)
        }}
      />
      <kbd aria-hidden="true">Ctrl K</kbd>
      <p role="status" className="visually-hidden">
        {isOpen && !isPending ? plural(language, pages.total, entries.length) : ''}
      </p>
      <div id={LIST_ID} role="listbox" aria-label={find.label} className="found" hidden={!isOpen}>
        {groups.map((group) => (
          <Group key={group.id} group={group} active={active} onOpen={open} />
        ))}
        {entries.length === 0 ? (
          <div role="option" aria-selected="false" aria-disabled="true" className="found-none">
            {find.nothing}
          </div>
        ) : null}
      </div>
    </form>
  )
}

interface GroupProps {
  readonly group: FoundGroup
  readonly active: string | null
  readonly onOpen: (entry: SearchEntry) => void
}

function Group({ group: { id, label, entries }, active, onOpen }: GroupProps) {
  return (
    <div role="group" aria-labelledby={`found-${id}`}>
      <div id={`found-${id}`} role="presentation" className="found-group">
        {label}
      </div>
      {entries.map((entry) => (
        <div
          key={entry.id}
          id={optionId(entry.id)}
          role="option"
          aria-selected={entry.id === active}
          className="found-one"
          // the field keeps the focus
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onOpen(entry)}
        >
          {entry.label}
        </div>
      ))}
    </div>
  )
}

function optionId(id: string): string {
  return `found-option-${id}`
}
