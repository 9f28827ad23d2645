import { useState } from 'react'
import { NOTE_MAX } from '#shared/constants.ts'
import type { OrderDetail } from '#shared/orders-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { TextArea } from '#web/admin/text-field.tsx'
import { Card } from '#web/admin/card.tsx'
import { Form, SubmitButton } from '#web/admin/form.tsx'
import { useMay } from '#web/admin/staff-context.ts'
import { DateTime } from '#web/admin/date-time.tsx'
import { addNote } from './order-calls.ts'
import { useOrderAction } from './use-order-action.ts'

/** The staff's notes about an order; buyers never see them. */
export function OrderNotes({ order }: { readonly order: OrderDetail }) {
  const words = useAdmin().texts.orders
  const may = useMay()
  return (
    <Card id="order-notes" title={words.notes}>
      {order.notes.length === 0 ? <p className="lead">{words.noNotes}</p> : null}
      <ul className="lines">
        {order.notes.map(({ at, by, note }) => (
          <li key={`${at} ${note}`}>
            <span className="note-text">{note}</span>
            <small>
              <bdi>{by}</bdi> <DateTime at={at} />
            </small>
          </li>
        ))}
      </ul>
      {may('orders.note') ? <NoteForm id={order.id} /> : null}
    </Card>
  )
}

function NoteForm({ id }: { readonly id: string }) {
  const words = useAdmin().texts.orders
  const runAction = useOrderAction()
  const [note, setNote] = useState('')
  const add = async () => {
    if (note.trim() === '') return
    if (await runAction(addNote(id, note.trim()), words.noted)) setNote('')
  }
  return (
    <Form onSend={add}>
      <TextArea label={words.note} rows={3} maxLength={NOTE_MAX} value={note} onType={setNote} />
      <SubmitButton look={undefined}>{words.addNote}</SubmitButton>
    </Form>
  )
}
