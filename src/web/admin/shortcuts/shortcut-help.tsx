import { useState } from 'react'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Button } from '#web/admin/button.tsx'
import { Modal } from '#web/admin/modal.tsx'
import { useMay } from '#web/admin/staff-context.ts'
import { allowedTabs } from '#web/admin/tab-list.ts'
import { fill } from '#texts/format.ts'
import { areShortcutsOn, storeShortcuts } from './shortcut-setting.ts'
import { TAB_LETTERS } from './shortcut-table.ts'

/** Lists the keyboard shortcuts, and turns them on and off. */
export function ShortcutHelp({ onClose }: { readonly onClose: () => void }) {
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
