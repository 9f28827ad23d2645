import { plural } from '#texts/format.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Button } from '#web/admin/button.tsx'
import { ConfirmButton } from '#web/admin/confirm-button.tsx'
import { ExportLink } from '#web/admin/export-link.tsx'
import { useMay } from '#web/admin/staff-context.ts'
import { useToast } from '#web/admin/toasts.tsx'
import { useReload } from '#web/admin/use-reload.ts'
import { sendDeleteKeys, exportAddress, describeKeyFailure } from './key-calls.ts'
import type { KeyFilters } from './key-filters.ts'

interface SelectionBarProps {
  readonly filters: KeyFilters
  readonly isEmpty: boolean
  /** The ids of the selected keys. */
  readonly selected: ReadonlySet<string>
  readonly onDone: () => void
}

/** Bulk actions: deletes the selected keys, exports the listed ones. */
export function SelectionBar({ filters, isEmpty, selected, onDone }: SelectionBarProps) {
  const admin = useAdmin()
  const { texts, language } = admin
  const { keys } = texts
  const may = useMay()
  const reload = useReload()
  const showToast = useToast()
  if (isEmpty) return null
  const deleteAll = async () => {
    const outcome = await sendDeleteKeys([...selected])
    if (outcome.kind === 'failed') {
      showToast('bad', describeKeyFailure(admin, 'delete', outcome))
      return
    }
    const { count, refused } = outcome.reply
    if (count > 0) showToast('good', plural(language, keys.deletedMany, count))
    if (refused.length > 0) showToast('info', plural(language, keys.refused, refused.length))
    onDone()
    void reload('keys')
  }
  return (
    <div className="row selection">
      {selected.size > 0 ? (
        <>
          <p role="status">{plural(language, keys.selected, selected.size)}</p>
          <ConfirmButton
            isSmall
            look="danger"
            confirm={{
              title: keys.deleteTitle,
              question: plural(language, keys.deleteMany, selected.size),
              action: keys.delete,
              onConfirm: deleteAll,
            }}
          >
            {keys.delete}
          </ConfirmButton>
          <Button isSmall onClick={onDone}>
            {keys.unselect}
          </Button>
        </>
      ) : null}
      {may('export') ? <ExportLink href={exportAddress(filters)}>{keys.export}</ExportLink> : null}
    </div>
  )
}
