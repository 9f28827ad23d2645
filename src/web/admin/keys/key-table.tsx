import { useState } from 'react'
import type { KeyRow } from '#shared/admin-api.ts'
import type { KeySort } from '#shared/list-sorts.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { DataTable, type Column } from '#web/admin/data-table.tsx'
import { locationHash } from '#web/admin/admin-location.ts'
import { useMay } from '#web/admin/staff-context.ts'
import { DateTime } from '#web/admin/date-time.tsx'
import { sortState } from '#web/admin/sort-state.ts'
import { fill } from '#texts/format.ts'
import { KeyActions } from './key-actions.tsx'
import { KeyCell } from './key-cell.tsx'
import { isDeletable } from './is-deletable.ts'

interface KeyTableProps {
  readonly rows: readonly KeyRow[]
  readonly selected: ReadonlyMap<string, KeyRow>
  readonly onSelect: (selected: ReadonlyMap<string, KeyRow>) => void
  readonly isBusy: boolean
  /** Absent for the results of a search, which have an order of their own. */
  readonly sorting?: { readonly sort: KeySort; readonly onSort: (sort: KeySort) => void }
}

export function KeyTable({ rows, selected, onSelect, isBusy, sorting }: KeyTableProps) {
  const { texts, editionName } = useAdmin()
  const may = useMay()
  const [revealed, setRevealed] = useState<Readonly<Record<string, string>>>({})
  const { keys } = texts
  const sortedBy = (ways: readonly [KeySort, KeySort], first: 'ascending' | 'descending') =>
    sorting === undefined ? {} : { sort: sortState(sorting.sort, ways, first, sorting.onSort) }
  const columns: Column<KeyRow>[] = [
    {
      id: 'key',
      label: keys.key,
      isHeader: true,
      isBare: true,
      cell: (row) => (
        <KeyCell
          row={row}
          revealed={revealed[row.id]}
          onReveal={(key) => {
            setRevealed((before) => ({ ...before, [row.id]: key }))
          }}
        />
      ),
    },
    {
      id: 'edition',
      label: keys.edition,
      ...sortedBy(['edition_asc', 'edition_desc'], 'ascending'),
      cell: (row) => editionName(row.game_edition),
    },
    {
      id: 'state',
      label: keys.state,
      ...sortedBy(['status_asc', 'status_desc'], 'ascending'),
      cell: (row) => <KeyState row={row} />,
    },
    {
      id: 'created',
      label: keys.created,
      ...sortedBy(['newest', 'oldest'], 'descending'),
      cell: (row) => <DateTime at={row.created_at} isDay />,
    },
    {
      id: 'buyer',
      label: keys.buyer,
      cell: (row) => <Buyer row={row} />,
    },
  ]
  if (may('keys.delete')) {
    columns.unshift({
      id: 'select',
      label: keys.selectPage,
      isBare: true,
      head: <SelectPage rows={rows} selected={selected} onSelect={onSelect} />,
      cell: (row) => <SelectKey row={row} selected={selected} onSelect={onSelect} />,
    })
    columns.push({
      id: 'actions',
      label: keys.actions,
      isBare: true,
      cell: (row) => <KeyActions row={row} />,
    })
  }
  return (
    <DataTable
      caption={keys.list}
      columns={columns}
      rows={rows}
      keyOf={(row) => row.id}
      isMarked={(row) => selected.has(row.id)}
      opensOf={({ payment_id: order }) =>
        order !== null && may('orders.read') ? locationHash({ tab: 'orders', rest: [order] }) : null
      }
      isBusy={isBusy}
    />
  )
}

function Buyer({ row }: { readonly row: KeyRow }) {
  const { texts } = useAdmin()
  const may = useMay()
  const [buyer] = row.purchased_keys
  if (buyer === undefined) return <>{texts.shell.none}</>
  const email = <bdi className="email">{buyer.user_email}</bdi>
  if (row.payment_id === null || !may('orders.read')) return email
  return <a href={locationHash({ tab: 'orders', rest: [row.payment_id] })}>{email}</a>
}

function KeyState({ row: { status, is_held, retired_at } }: { readonly row: KeyRow }) {
  const { keys } = useAdmin().texts
  return (
    <>
      <span className={`badge badge-${status}`}>{keys.status[status]}</span>
      {status === 'used' && retired_at !== null ? (
        <span className="badge badge-retired">{keys.status.retired}</span>
      ) : null}
      {is_held ? <span className="badge badge-held">{keys.held}</span> : null}
    </>
  )
}

type SelectProps = Pick<KeyTableProps, 'selected' | 'onSelect'>

function SelectPage({ rows, selected, onSelect }: SelectProps & Pick<KeyTableProps, 'rows'>) {
  const { keys } = useAdmin().texts
  const deletable = rows.filter(isDeletable)
  const chosen = deletable.filter(({ id }) => selected.has(id)).length
  return (
    <input
      type="checkbox"
      aria-label={keys.selectPage}
      disabled={deletable.length === 0}
      checked={chosen > 0 && chosen === deletable.length}
      ref={(box) => {
        if (box !== null) box.indeterminate = chosen > 0 && chosen < deletable.length
      }}
      onChange={({ target }) => {
        onSelect(new Map(target.checked ? deletable.map((row) => [row.id, row]) : []))
      }}
    />
  )
}

function SelectKey({ row, selected, onSelect }: SelectProps & { readonly row: KeyRow }) {
  const { keys } = useAdmin().texts
  return (
    <input
      type="checkbox"
      aria-label={fill(keys.selectKey, { key: row.game_key })}
      disabled={!isDeletable(row)}
      checked={selected.has(row.id)}
      onChange={({ target }) => {
        const next = new Map(selected)
        if (target.checked) next.set(row.id, row)
        else next.delete(row.id)
        onSelect(next)
      }}
    />
  )
}
