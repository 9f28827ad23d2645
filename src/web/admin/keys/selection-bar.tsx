import { ExportLink } from '#web/admin/export-link.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { KeyRow } from '#shared/admin-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { ConfirmModal } from '#web/admin/confirm-modal.tsx'
import { useMay } from '#web/admin/staff-context.ts'
import { useToast } from '#web/admin/toasts.tsx'
import { plural } from '#texts/format.ts'
import { sendDeleteKeys, exportAddress, describeKeyFailure } from './key-calls.ts'
import type { KeyFilters } from './key-filters.ts'

interface SelectionBarProps {
  readonly filters: KeyFilters
  readonly isEmpty: boolean
  readonly selected: ReadonlyMap<string, KeyRow>
  readonly onDone: () => void
}

/** Bulk actions: deletes the selected keys, exports the listed ones. */
export function SelectionBar({ filters, isEmpty, selected, onDone }: SelectionBarProps) {
  const { texts, language } = useAdmin()
  const { keys } = texts
  const may = useMay()
  const [isConfirming, setIsConfirming] = useState(false)
  const selectedRows = [...selected.values()]
  if (isEmpty) return null
  return (
    <div className="row selection">
      {selectedRows.length > 0 ? (
        <>
          <p role="status">{plural(language, keys.selected, selectedRows.length)}</p>
          <button
            type="button"
            className="act act-small act-danger"
            onClick={() => {
              setIsConfirming(true)
            }}
          >
            {keys.delete}
          </button>
          <button type="button" className="act act-small" onClick={onDone}>
            {keys.unselect}
          </button>
        </>
      ) : null}
      {may('export') ? <ExportLink href={exportAddress(filters)}>{keys.export}</ExportLink> : null}
      {isConfirming ? (
        <DeleteMany
          selectedRows={selectedRows}
          onClose={() => {
            setIsConfirming(false)
          }}
          onDone={onDone}
        />
      ) : null}
    </div>
  )
}

interface DeleteManyProps {
  readonly selectedRows: readonly KeyRow[]
  readonly onClose: () => void
  readonly onDone: () => void
}

function DeleteMany({ selectedRows, onClose, onDone }: DeleteManyProps) {
  const admin = useAdmin()
  const { texts, language } = admin
  const { keys } = texts
  const queries = useQueryClient()
  const showToast = useToast()
  const run = async () => {
    const outcome = await sendDeleteKeys(selectedRows.map(({ id }) => id))
    if (outcome.kind === 'failed') {
      showToast('bad', describeKeyFailure(admin, 'delete', outcome))
      return
    }
    const { count, refused } = outcome.reply
    if (count > 0) showToast('good', plural(language, keys.deletedMany, count))
    if (refused.length > 0) showToast('info', plural(language, keys.refused, refused.length))
    onDone()
    void queries.invalidateQueries({ queryKey: ['keys'] })
  }
  return (
    <ConfirmModal
      title={keys.deleteTitle}
      question={plural(language, keys.deleteMany, selectedRows.length)}
      action={keys.delete}
      onConfirm={run}
      onClose={onClose}
    />
  )
}
