import { useState, type SubmitEvent } from 'react'
import { NOTE_MAX } from '#shared/constants.ts'
import type { OrderDetail } from '#shared/orders-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { useMay } from '#web/admin/staff-context.ts'
import { DateTime } from '#web/admin/date-time.tsx'
import { addNote } from './order-calls.ts'
import { useOrderAction } from './use-order-action.ts'

/** The staff's notes about an order; buyers never see them. */
export function OrderNotes({ order }: { readonly order: OrderDetail }) {
  const words = useAdmin().texts.orders
  const may = useMay()
  return (
    <section className="card stack" aria-labelledby="order-notes">
      <h3 id="order-notes">{words.notes}</h3>
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
    </section>
  )
}

function NoteForm({ id }: { readonly id: string }) {
  const words = useAdmin().texts.orders
  const runAction = useOrderAction()
  const [note, setNote] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const add = async (event: SubmitEvent) => {
    event.preventDefault()
    if (note.trim() === '') return
    setIsBusy(true)
    if (await runAction(addNote(id, note.trim()), words.noted)) setNote('')
    setIsBusy(false)
  }
  return (
    <form
      className="form"
      onSubmit={(event) => {
        void add(event)
      }}
    >
      <label className="field">
        <span>{words.note}</span>
        <textarea
          rows={3}
          maxLength={NOTE_MAX}
          value={note}
          onChange={({ target }) => {
            setNote(target.value)
          }}
        />
      </label>
      <button type="submit" className="act" aria-busy={isBusy} disabled={isBusy}>
        {words.addNote}
      </button>
    </form>
  )
}
