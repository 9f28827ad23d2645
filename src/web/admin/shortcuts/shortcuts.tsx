import { useEffect, useState } from 'react'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Button } from '#web/admin/button.tsx'
import { navigateTo } from '#web/admin/admin-location.ts'
import { SEARCH_ID } from '#web/admin/search/global-search.tsx'
import { areShortcutsOn, storeShortcuts } from './shortcut-setting.ts'
import { moveInRows } from './move-in-rows.ts'
import { isSearchChord, shortcutOf, type ShortcutAction, TAB_LETTERS } from './shortcut-table.ts'
import { Modal } from '#web/admin/modal.tsx'
import { useMay } from '#web/admin/staff-context.ts'
import { allowedTabs } from '#web/admin/tab-list.ts'
import { fill } from '#texts/format.ts'

/** How long `g` waits for the letter of a tab. */
const PREFIX_MS = 1500

/** The keyboard shortcuts of the back office, and the button that lists them. */
export function Shortcuts() {
  const { find } = useAdmin().texts
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  useEffect(() => {
    let prefixAt = -Infinity
    const act = (action: ShortcutAction, pressedAt: number) => {
      if (action.kind === 'search') document.querySelector<HTMLElement>(`#${SEARCH_ID}`)?.focus()
      else if (action.kind === 'help') setIsHelpOpen(true)
      else if (action.kind === 'tab') navigateTo({ tab: action.tab })
      else if (action.kind === 'undo')
        document.querySelector<HTMLElement>('.toast:last-child .toast-undo')?.click()
      else if (action.kind === 'prefix') prefixAt = pressedAt
      else moveInRows(action.kind === 'next' ? 1 : -1)
    }
    const onKey = (event: KeyboardEvent) => {
      if (isSearchChord(event) && document.querySelector('dialog[open]') === null) {
        event.preventDefault()
        document.querySelector<HTMLElement>(`#${SEARCH_ID}`)?.focus()
        return
      }
      if (!areShortcutsOn() || event.defaultPrevented || isTyping(event.target)) return
      const isAfterPrefix = event.timeStamp - prefixAt < PREFIX_MS
      prefixAt = -Infinity
      const action = shortcutOf(event, isAfterPrefix)
      if (action === null) return
      event.preventDefault()
      act(action, event.timeStamp)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <Button
        isSmall
        className="act act-small shortcuts-button"
        aria-label={find.title}
        title={find.title}
        aria-keyshortcuts="?"
        onClick={() => setIsHelpOpen(true)}
      >
        ?
      </Button>
      {isHelpOpen ? <ShortcutHelp onClose={() => setIsHelpOpen(false)} /> : null}
    </>
  )
}

/** Whether a key press is text for a field, or belongs to a dialog. */
function isTyping(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]') !== null) return true
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
}

/** Lists the keyboard shortcuts, and turns them on and off. */
function ShortcutHelp({ onClose }: { readonly onClose: () => void }) {
  const { texts } = useAdmin()
  const { find, many, shell, tabs } = texts
  const may = useMay()
  const [isOn, setIsOn] = useState(areShortcutsOn)
  const shortcuts = [
    { keys: ['/'], does: find.search },
    { keys: ['Ctrl', 'K'], does: find.search },
    { keys: ['j'], does: find.next },
    { keys: ['k'], does: find.previous },
    { keys: ['Enter'], does: find.open },
    { keys: ['z'], does: many.undoLead },
    { keys: ['?'], does: find.help },
    ...allowedTabs(may).map((id) => ({
      keys: ['g', TAB_LETTERS[id]],
      does: fill(find.goTo, { tab: tabs[id] }),
    })),
  ]
  return (
    <Modal title={find.title} onClose={onClose} isWide>
      <p className="lead">{find.lead}</p>
      <label className="choice">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => {
            storeShortcuts(target.checked)
            setIsOn(target.checked)
          }}
        />
        <span>{find.isOn}</span>
      </label>
      <dl className="shortcuts">
        {shortcuts.map(({ keys, does }) => (
          <div key={keys.join(' ')}>
            <dt dir="ltr">
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <div className="modal-actions">
        <Button onClick={onClose}>{shell.close}</Button>
      </div>
    </Modal>
  )
}
