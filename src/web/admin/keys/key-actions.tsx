import type { KeyRow } from '#shared/admin-api.ts'
import { fill } from '#texts/format.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { ConfirmButton } from '#web/admin/confirm-button.tsx'
import { useMay } from '#web/admin/staff-context.ts'
import { useToast } from '#web/admin/toasts.tsx'
import { useReload } from '#web/admin/use-reload.ts'
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
  const admin = useAdmin()
  const { keys } = admin.texts
  const may = useMay()
  const reload = useReload()
  const showToast = useToast()
  const words = {
    delete: [keys.deleteKey, keys.deleteTitle, keys.deleteQuestion, keys.deleted],
    replace: [keys.replaceKey, keys.replaceTitle, keys.replaceQuestion, keys.replaced],
    retire: [keys.retireKey, keys.retireTitle, keys.retireQuestion, keys.retired],
  } as const
  const run = async (action: KeyAction, done: string) => {
    const outcome = await ACTIONS[action](row.id)
    if (outcome.kind === 'ok') showToast('good', done)
    else showToast('bad', describeKeyFailure(admin, action, outcome))
    void reload('keys')
  }
  return (
    <div className="row row-end">
      {actionsFor(row)
        .filter((action) => may(`keys.${action}`))
        .map((action) => {
          const [name, title, question, done] = words[action]
          return (
            <ConfirmButton
              key={action}
              isSmall
              look={action === 'delete' ? 'danger' : undefined}
              aria-label={fill(name, { key: row.game_key })}
              confirm={{ title, question, action: keys[action], onConfirm: () => run(action, done) }}
            >
              {keys[action]}
            </ConfirmButton>
          )
        })}
    </div>
  )
}
