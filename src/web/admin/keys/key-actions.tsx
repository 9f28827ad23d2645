import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { KeyRow } from '#shared/admin-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { ConfirmModal } from '#web/admin/confirm-modal.tsx'
import { useMay } from '#web/admin/staff-context.ts'
import { useToast } from '#web/admin/toasts.tsx'
import { fill } from '#texts/format.ts'
import { deleteKey, sendReplaceKey, retireKey, describeKeyFailure } from './key-calls.ts'
import { isDeletable } from './is-deletable.ts'

const ACTIONS = { delete: deleteKey, replace: sendReplaceKey, retire: retireKey } as const
type KeyAction = keyof typeof ACTIONS

function actionsFor(row: KeyRow): readonly KeyAction[] {
  if (row.retired_at !== null || row.is_held) return []
  return isDeletable(row) ? ['delete', 'retire'] : ['replace', 'retire']
}

/** The actions available on one key; each asks for confirmation. */
export function KeyActions({ row }: { readonly row: KeyRow }) {
  const { keys } = useAdmin().texts
  const may = useMay()
  const [confirming, setConfirming] = useState<KeyAction | null>(null)
  const names = { delete: keys.deleteKey, replace: keys.replaceKey, retire: keys.retireKey }
  return (
    <div className="row">
      {actionsFor(row)
        .filter((action) => may(`keys.${action}`))
        .map((action) => (
          <button
            key={action}
            type="button"
            className={action === 'delete' ? 'act act-small act-danger' : 'act act-small'}
            aria-label={fill(names[action], { key: row.game_key })}
            onClick={() => {
              setConfirming(action)
            }}
          >
            {keys[action]}
          </button>
        ))}
      {confirming === null ? null : (
        <ActionConfirmation
          action={confirming}
          row={row}
          onClose={() => {
            setConfirming(null)
          }}
        />
      )}
    </div>
  )
}

interface ActionConfirmationProps {
  readonly action: KeyAction
  readonly row: KeyRow
  readonly onClose: () => void
}

function ActionConfirmation({ action, row, onClose }: ActionConfirmationProps) {
  const admin = useAdmin()
  const { keys } = admin.texts
  const queries = useQueryClient()
  const showToast = useToast()
  const words = {
    delete: { title: keys.deleteTitle, question: keys.deleteQuestion, done: keys.deleted },
    replace: { title: keys.replaceTitle, question: keys.replaceQuestion, done: keys.replaced },
    retire: { title: keys.retireTitle, question: keys.retireQuestion, done: keys.retired },
  }[action]
  const run = async () => {
    const outcome = await ACTIONS[action](row.id)
    if (outcome.kind === 'ok') showToast('good', words.done)
    else showToast('bad', describeKeyFailure(admin, action, outcome))
    void queries.invalidateQueries({ queryKey: ['keys'] })
  }
  return (
    <ConfirmModal
      title={words.title}
      question={words.question}
      action={keys[action]}
      onConfirm={run}
      onClose={onClose}
    />
  )
}
