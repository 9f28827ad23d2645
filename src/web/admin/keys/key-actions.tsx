import type { KeyRow } from '#shared/admin-api.ts'
import { fill, plural } from '#texts/format.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { ConfirmButton } from '#web/admin/confirm-button.tsx'
import { useMay } from '#web/admin/staff-context.ts'
import { useToast } from '#web/admin/toasts.tsx'
import { useReload } from '#web/admin/use-reload.ts'
import { deleteKey, describeKeyFailure, restoreKey, retireKey, sendReplaceKey } from './key-calls.ts'
import { isDeletable } from './is-deletable.ts'

const ACTIONS = {
  delete: deleteKey,
  replace: sendReplaceKey,
  retire: retireKey,
  restore: restoreKey,
} as const
type KeyAction = keyof typeof ACTIONS

/** Who may retire a key may take that back. */
const PERMISSION_TO = {
  delete: 'keys.delete',
  replace: 'keys.replace',
  retire: 'keys.retire',
  restore: 'keys.retire',
} as const

function actionsFor(row: KeyRow): readonly KeyAction[] {
  if (row.status === 'elsewhere') return []
  if (row.status === 'retired') return ['restore']
  if (row.retired_at !== null || row.is_held) return []
  return isDeletable(row) ? ['delete', 'retire'] : ['replace', 'retire']
}

/** The actions available on one key; each asks for confirmation. */
export function KeyActions({ row }: { readonly row: KeyRow }) {
  const admin = useAdmin()
  const { keys, many } = admin.texts
  const may = useMay()
  const reload = useReload()
  const showToast = useToast()
  const restored = plural(admin.language, many.restored, 1)
  const words = {
    delete: [keys.delete, keys.deleteKey, keys.deleteTitle, keys.deleteQuestion, keys.deleted],
    replace: [keys.replace, keys.replaceKey, keys.replaceTitle, keys.replaceQuestion, keys.replaced],
    retire: [keys.retire, keys.retireKey, keys.retireTitle, keys.retireQuestion, keys.retired],
    restore: [many.restore, many.restoreKey, many.restoreTitle, many.restoreQuestion, restored],
  } as const
  const run = async (action: KeyAction, done: string) => {
    const outcome = await ACTIONS[action](row.id)
    const isUndoable = action === 'retire' && row.status === 'available'
    if (outcome.kind === 'failed') showToast('bad', describeKeyFailure(admin, action, outcome))
    else showToast('good', done, isUndoable ? () => run('restore', restored) : undefined)
    void reload('keys')
  }
  return (
    <div className="row row-end">
      {actionsFor(row)
        .filter((action) => may(PERMISSION_TO[action]))
        .map((action) => {
          const [label, name, title, question, done] = words[action]
          return (
            <ConfirmButton
              key={action}
              isSmall
              look={action === 'delete' ? 'danger' : undefined}
              aria-label={fill(name, { key: row.game_key })}
              confirm={{
                title,
                question,
                action: label,
                isDangerous: action !== 'restore',
                onConfirm: () => run(action, done),
              }}
            >
              {label}
            </ConfirmButton>
          )
        })}
    </div>
  )
}
