import type { KeyChange, KeyRow } from '#shared/admin-api.ts'
import { plural } from '#texts/format.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Button, DialogButton } from '#web/admin/button.tsx'
import { ConfirmButton } from '#web/admin/confirm-button.tsx'
import { ExportLink } from '#web/admin/export-link.tsx'
import { BatchNote } from '#web/admin/many/batch-note.tsx'
import { useMay } from '#web/admin/staff-context.ts'
import { exportAddress, sendKeyChange } from './key-calls.ts'
import type { KeyFilters } from './key-filters.ts'
import { isDeletable } from './is-deletable.ts'
import { RetireListModal } from './retire-list-modal.tsx'
import { useState } from 'react'
import type { NotDone } from '#web/admin/many/batch.ts'
import { useBatch } from '#web/admin/many/use-batch.ts'
import { useReload } from '#web/admin/use-reload.ts'

interface SelectionBarProps {
  readonly filters: KeyFilters
  readonly isEmpty: boolean
  readonly selected: readonly KeyRow[]
  readonly onDone: () => void
}

/** What is done with several keys: those selected, those of a list, or all that the filters leave. */
export function SelectionBar({ filters, isEmpty, selected, onDone }: SelectionBarProps) {
  const { texts, language } = useAdmin()
  const { keys, many } = texts
  const may = useMay()
  const { progress, result, show, changeKeys, clear } = useKeyChanges()
  const act = async (change: KeyChange, chosen: readonly Pick<KeyRow, 'id' | 'game_key'>[]) => {
    onDone()
    await changeKeys(change, chosen)
  }
  const undo =
    result?.change === 'retire' && result.done.length > 0
      ? () =>
          act(
            'restore',
            result.done.map((id) => ({ id, game_key: id.slice(0, 8) })),
          )
      : undefined
  const free = selected.filter(isDeletable)
  const retired = selected.filter(({ status }) => status === 'retired')
  return (
    <>
      {result === null ? null : <BatchNote key={result.at} {...result} onUndo={undo} onClose={clear} />}
      {progress === null ? null : <p role="status">{progress}</p>}
      <div className="row selection">
        {selected.length > 0 ? (
          <>
            <p role="status">{plural(language, keys.selected, selected.length)}</p>
            {free.length > 0 ? (
              <>
                <ConfirmButton
                  isSmall
                  confirm={{
                    title: keys.retireTitle,
                    question: plural(language, many.retireMany, free.length),
                    action: keys.retire,
                    isDangerous: false,
                    onConfirm: () => act('retire', free),
                  }}
                >
                  {keys.retire}
                </ConfirmButton>
                <ConfirmButton
                  isSmall
                  look="danger"
                  confirm={{
                    title: keys.deleteTitle,
                    question: plural(language, keys.deleteMany, free.length),
                    action: keys.delete,
                    onConfirm: () => act('delete', free),
                  }}
                >
                  {keys.delete}
                </ConfirmButton>
              </>
            ) : null}
            {retired.length > 0 ? (
              <ConfirmButton
                isSmall
                confirm={{
                  title: many.restoreTitle,
                  question: many.restoreQuestion,
                  action: many.restore,
                  isDangerous: false,
                  onConfirm: () => act('restore', retired),
                }}
              >
                {many.restore}
              </ConfirmButton>
            ) : null}
            <Button isSmall look="quiet" onClick={onDone}>
              {keys.unselect}
            </Button>
          </>
        ) : null}
        {may('keys.retire') ? (
          <DialogButton
            isSmall
            dialog={(close) => (
              <RetireListModal onDone={(done, notDone) => show('retire', done, notDone)} onClose={close} />
            )}
          >
            {many.retireList}
          </DialogButton>
        ) : null}
        {may('export') && !isEmpty ? (
          <ExportLink href={exportAddress(filters)}>{keys.export}</ExportLink>
        ) : null}
      </div>
    </>
  )
}

/** What came of a change of several keys. `at`: when, by which a repeated one is told from the last. */
interface KeyChangeResult {
  readonly at: number
  readonly change: KeyChange
  readonly done: readonly string[]
  readonly summary: string
  readonly notDone: readonly NotDone[]
}

const PER_CALL = 100

/** The last change of several keys: how far it is, what came of it, and a function that starts one. */
function useKeyChanges() {
  const { texts, language } = useAdmin()
  const { keys, many, errors } = texts
  const reload = useReload()
  const [progress, run] = useBatch()
  const [result, setResult] = useState<KeyChangeResult | null>(null)
  const counted = { delete: keys.deletedMany, retire: many.retiredMany, restore: many.restored }
  const show = (change: KeyChange, done: readonly string[], notDone: readonly NotDone[]) => {
    setResult({
      at: Date.now(),
      change,
      done,
      notDone,
      summary: plural(language, counted[change], done.length),
    })
    return reload('keys')
  }
  const changeKeys = async (change: KeyChange, chosen: readonly Pick<KeyRow, 'id' | 'game_key'>[]) => {
    const names = new Map(chosen.map(({ id, game_key }) => [id, game_key]))
    const { done, notDone } = await run({
      ids: [...names.keys()],
      perCall: PER_CALL,
      nameOf: (id) => names.get(id) ?? id,
      send: async (ids) => {
        const outcome = await sendKeyChange(change, ids)
        if (outcome.kind === 'failed') return null
        const refused = outcome.reply.refused.map(({ keyId: id, code }) => ({ id, reason: errors[code] }))
        const isRefused = new Set(refused.map(({ id }) => id))
        return { done: ids.filter((id) => !isRefused.has(id)), refused }
      },
    })
    await show(change, done, notDone)
  }
  return { progress, result, show, changeKeys, clear: () => setResult(null) }
}
