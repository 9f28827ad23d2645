import type { KeyChange, KeyRow } from '#shared/admin-api.ts'
import { plural } from '#texts/format.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Button, DialogButton } from '#web/admin/button.tsx'
import { ConfirmButton } from '#web/admin/confirm-button.tsx'
import { ExportLink } from '#web/admin/export-link.tsx'
import { BatchNote } from '#web/admin/many/batch-note.tsx'
import { useMay } from '#web/admin/staff-context.ts'
import { exportAddress } from './key-calls.ts'
import type { KeyFilters } from './key-filters.ts'
import { isDeletable } from './is-deletable.ts'
import { RetireListModal } from './retire-list-modal.tsx'
import { useKeyChanges } from './use-key-changes.ts'

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
