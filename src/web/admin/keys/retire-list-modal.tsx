import { useState } from 'react'
import { KEYS_PER_LIST_MAX } from '#shared/constants.ts'
import { fill, formatCount } from '#texts/format.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import type { NotDone } from '#web/admin/many/batch.ts'
import { ModalForm } from '#web/admin/modal-form.tsx'
import { TextArea } from '#web/admin/text-field.tsx'
import { useToast } from '#web/admin/toasts.tsx'
import { describeKeyFailure, sendRetireList } from './key-calls.ts'

interface RetireListModalProps {
  /** @param done the ids of the retired keys. */
  readonly onDone: (done: readonly string[], notDone: readonly NotDone[]) => unknown
  readonly onClose: () => void
}

/** Retires the keys of a pasted list; lines are named by their number, since keys are not shown again. */
export function RetireListModal({ onDone, onClose }: RetireListModalProps) {
  const admin = useAdmin()
  const { texts, language } = admin
  const { many, keys, errors } = texts
  const showToast = useToast()
  const [list, setList] = useState('')
  const retire = async () => {
    const lines = list.split(/\r?\n/).map((line, at) => ({ text: line.trim(), number: at + 1 }))
    const filled = lines.filter(({ text }) => text !== '')
    if (filled.length === 0) return
    if (filled.length > KEYS_PER_LIST_MAX) {
      showToast('bad', many.listTooLong)
      return
    }
    const outcome = await sendRetireList(filled.map(({ text }) => text))
    if (outcome.kind === 'failed') {
      showToast('bad', describeKeyFailure(admin, 'retire', outcome))
      return
    }
    const notDone = outcome.reply.refused.map(({ at, code }) => {
      const number = filled[at]?.number ?? at + 1
      const name = fill(many.line, { line: formatCount(language, number) })
      return { id: String(number), name, reason: errors[code] }
    })
    onClose()
    await onDone(outcome.reply.keyIds, notDone)
  }
  return (
    <ModalForm title={many.retireList} submit={keys.retire} onSend={retire} onClose={onClose}>
      <p className="lead">{many.retireListLead}</p>
      <TextArea
        label={many.listLabel}
        dir="ltr"
        rows={8}
        spellCheck={false}
        autoComplete="off"
        value={list}
        onType={setList}
      />
    </ModalForm>
  )
}
