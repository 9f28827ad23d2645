import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { KeyRow } from '#shared/admin-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { ConfirmModal } from '#web/admin/confirm-modal.tsx'
import { useMay } from '#web/admin/staff-context.ts'
import { useToast } from '#web/admin/toasts.tsx'
import { fill } from '#texts/format.ts'
import { deleteKey, replaceKey, retireKey, wordKeyFailure } from './key-calls.ts'
import { isDeletable } from './is-deletable.ts'

const ACTS = { delete: deleteKey, replace: replaceKey, retire: retireKey } as const
type Act = keyof typeof ACTS

function actsOn(row: KeyRow): readonly Act[] {
  if (row.retired_at !== null || row.is_held) return []
  return isDeletable(row) ? ['delete', 'retire'] : ['replace', 'retire']
}

/** The actions available on one key; each asks for confirmation. */
export function KeyActions({ row }: { readonly row: KeyRow }) {
  const { keys } = useAdmin().texts
  const may = useMay()
  const [asked, setAsked] = useState<Act | null>(null)
  const names = { delete: keys.deleteKey, replace: keys.replaceKey, retire: keys.retireKey }
  return (
    <div className="row">
      {actsOn(row)
        .filter((act) => may(`keys.${act}`))
        .map((act) => (
          <button
            key={act}
            type="button"
            className={act === 'delete' ? 'act act-small act-danger' : 'act act-small'}
            aria-label={fill(names[act], { key: row.game_key })}
            onClick={() => {
              setAsked(act)
            }}
          >
            {keys[act]}
          </button>
        ))}
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
  readonly act: Act
  readonly row: KeyRow
  readonly onClose: () => void
}

function AskedAct({ act, row, onClose }: AskedActProps) {
  const admin = useAdmin()
  const { keys } = admin.texts
  const queries = useQueryClient()
  const say = useToast()
  const words = {
    delete: { title: keys.deleteTitle, question: keys.deleteQuestion, done: keys.deleted },
    replace: { title: keys.replaceTitle, question: keys.replaceQuestion, done: keys.replaced },
    retire: { title: keys.retireTitle, question: keys.retireQuestion, done: keys.retired },
  }[act]
  const run = async () => {
    const outcome = await ACTS[act](row.id)
    if (outcome.kind === 'ok') say('good', words.done)
    else say('bad', wordKeyFailure(admin, act, outcome))
    void queries.invalidateQueries({ queryKey: ['keys'] })
  }
  return (
    <ConfirmModal
      title={words.title}
      question={words.question}
      action={keys[act]}
      onConfirm={run}
      onClose={onClose}
    />
  )
}
