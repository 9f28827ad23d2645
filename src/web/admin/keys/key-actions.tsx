import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { KeyRow } from '#shared/admin-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { ConfirmModal } from '#web/admin/confirm-modal.tsx'
import { useMay } from '#web/admin/staff-context.ts'
import { useToast } from '#web/admin/toasts.tsx'
import { fill } from '#web/i18n/format.ts'
import { deleteKey, retireKey, wordKeyFailure } from './key-calls.ts'
import { isDeletable } from './key-table.tsx'

/** What may be done to one key; each act asks first. */
export function KeyActions({ row }: { readonly row: KeyRow }) {
  const { keys } = useAdmin().texts
  const may = useMay()
  const [asked, setAsked] = useState<'delete' | 'retire' | null>(null)
  const key = row.game_key
  return (
    <div className="row">
      {isDeletable(row) && may('keys.delete') ? (
        <button
          type="button"
          className="act act-small act-danger"
          aria-label={fill(keys.deleteKey, { key })}
          onClick={() => {
            setAsked('delete')
          }}
        >
          {keys.delete}
        </button>
      ) : null}
      {row.status !== 'retired' && !row.is_held && may('keys.retire') ? (
        <button
          type="button"
          className="act act-small"
          aria-label={fill(keys.retireKey, { key })}
          onClick={() => {
            setAsked('retire')
          }}
        >
          {keys.retire}
        </button>
      ) : null}
      {asked === null ? null : (
        <AskedAct
          act={asked}
          row={row}
          onClose={() => {
            setAsked(null)
          }}
        />
      )}
    </div>
  )
}

interface AskedActProps {
  readonly act: 'delete' | 'retire'
  readonly row: KeyRow
  readonly onClose: () => void
}

function AskedAct({ act, row, onClose }: AskedActProps) {
  const admin = useAdmin()
  const { keys } = admin.texts
  const queries = useQueryClient()
  const say = useToast()
  const isDelete = act === 'delete'
  const run = async () => {
    const outcome = await (isDelete ? deleteKey(row.id) : retireKey(row.id))
    if (outcome.kind === 'ok') say('good', isDelete ? keys.deleted : keys.retired)
    else say('bad', wordKeyFailure(admin, act, outcome))
    void queries.invalidateQueries({ queryKey: ['keys'] })
  }
  return (
    <ConfirmModal
      title={isDelete ? keys.deleteTitle : keys.retireTitle}
      question={isDelete ? keys.deleteQuestion : keys.retireQuestion}
      action={isDelete ? keys.delete : keys.retire}
      onConfirm={run}
      onClose={onClose}
    />
  )
}
