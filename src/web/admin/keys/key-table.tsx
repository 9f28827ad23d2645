import { useState } from 'react'
import type { KeyRow } from '#shared/admin-api.ts'
import type { KeySort } from '#shared/list-sorts.ts'
import { fill } from '#texts/format.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { locationHash } from '#web/admin/admin-location.ts'
import { DataTable, type Column } from '#web/admin/data-table.tsx'
import { DateTime } from '#web/admin/date-time.tsx'
import { selectionColumn } from '#web/admin/selection-column.tsx'
import { sortedBy, type Sorting } from '#web/admin/sort-state.ts'
import { useMay } from '#web/admin/staff-context.ts'
import { KeyActions } from './key-actions.tsx'
import { isSelectable } from './is-deletable.ts'
import { Button } from '#web/admin/button.tsx'
import { InlineCode } from '#web/admin/inline-code.tsx'
import { CopyIconButton } from '#web/admin/copy-icon-button.tsx'
import { useToast } from '#web/admin/toasts.tsx'
import { useBusy } from '#web/admin/use-busy.ts'
import { revealKey, describeKeyFailure } from './key-calls.ts'

interface KeyTableProps {
  readonly rows: readonly KeyRow[]
  /** The ids of the selected rows. */
  readonly selected: ReadonlySet<string>
  readonly onSelect: (selected: ReadonlySet<string>) => void
  readonly isBusy: boolean
  /** Absent for the results of a search, which have an order of their own. */
  readonly sorting?: Sorting<KeySort>
}

export function KeyTable({ rows, selected, onSelect, isBusy, sorting }: KeyTableProps) {
  const { texts, editionName } = useAdmin()
  const may = useMay()
  const [revealed, setRevealed] = useState<Readonly<Record<string, string>>>({})
  const { keys } = texts
  const columns: Column<KeyRow>[] = [
    {
      label: keys.key,
      as: 'title',
      small: 'main',
      cell: (row) => (
        <KeyCell
          row={row}
          revealed={revealed[row.id]}
          onReveal={(key) => setRevealed((before) => ({ ...before, [row.id]: key }))}
        />
      ),
    },
    {
      label: keys.edition,
      small: 'end',
      ...sortedBy(sorting, ['edition_asc', 'edition_desc'], 'ascending'),
      cell: (row) => <span className="nowrap">{editionName(row.game_edition)}</span>,
    },
    {
      label: keys.state,
      small: 'below',
      ...sortedBy(sorting, ['status_asc', 'status_desc'], 'ascending'),
      cell: (row) => <KeyState row={row} />,
    },
    {
      label: keys.created,
      small: 'edge',
      ...sortedBy(sorting, ['newest', 'oldest'], 'descending'),
      cell: (row) => <DateTime at={row.created_at} isDay />,
    },
    { label: keys.buyer, as: 'wide', small: 'line', cell: (row) => <Buyer row={row} /> },
  ]
  if (may('keys.delete')) {
    columns.unshift(
      selectionColumn(
        { rows, selected, onSelect },
        { all: keys.selectPage, nameOf: (row) => fill(keys.selectKey, { key: row.game_key }) },
        isSelectable,
      ),
    )
    columns.push({ label: keys.actions, as: 'bare', small: 'line', cell: (row) => <KeyActions row={row} /> })
  }
  return (
    <DataTable
      caption={keys.list}
      columns={columns}
      rows={rows}
      keyOf={(row) => row.id}
      isMarked={(row) => selected.has(row.id)}
      opensOf={(row) => (may('orders.read') ? saleOf(row) : null)}
      isBusy={isBusy}
    />
  )
}

/** The sale that has a key: an order, or one made elsewhere; null if none has. */
function saleOf({ payment_id: order, external_order_id: elsewhere }: KeyRow) {
  if (order !== null) return locationHash({ tab: 'orders', rest: [order] })
  return elsewhere === null ? null : locationHash({ tab: 'elsewhere', filters: { q: elsewhere } })
}

function Buyer({ row }: { readonly row: KeyRow }) {
  const { texts } = useAdmin()
  const may = useMay()
  const [buyer] = row.purchased_keys
  if (buyer === undefined) return <>{texts.shell.none}</>
  const email = (
    <bdi className="email email-cell" title={buyer.user_email}>
      {buyer.user_email}
    </bdi>
  )
  if (row.payment_id === null || !may('orders.read')) return email
  return <a href={locationHash({ tab: 'orders', rest: [row.payment_id] })}>{email}</a>
}

function KeyState({ row }: { readonly row: KeyRow }) {
  const { status, is_held, retired_at } = row
  const { keys } = useAdmin().texts
  const may = useMay()
  const sale = status === 'elsewhere' && may('orders.read') ? saleOf(row) : null
  const badge = <span className={`badge badge-${status}`}>{keys.status[status]}</span>
  return (
    <>
      {sale === null ? badge : <a href={sale}>{badge}</a>}
      {status === 'used' && retired_at !== null ? (
        <span className="badge badge-retired">{keys.status.retired}</span>
      ) : null}
      {is_held ? <span className="badge badge-held">{keys.held}</span> : null}
    </>
  )
}

interface KeyCellProps {
  readonly row: KeyRow
  readonly revealed: string | undefined
  readonly onReveal: (key: string) => void
}

/** Shows a whole key, or a masked one with a button that reveals it. Each reveal is audited. */
function KeyCell({ row, revealed, onReveal }: KeyCellProps) {
  const admin = useAdmin()
  const may = useMay()
  const showToast = useToast()
  const [isBusy, run] = useBusy()
  const { keys } = admin.texts
  // without the right to see the list in plain, only keys that were sold
  const mayReveal = may('keys.reveal') && (may('keys.plain') || row.used_at !== null)
  const isWhole = !row.is_masked || revealed !== undefined
  const reveal = async () => {
    const outcome = await revealKey(row.id)
    if (outcome.kind === 'ok') onReveal(outcome.reply.key)
    else showToast('bad', describeKeyFailure(admin, 'reveal', outcome))
  }
  return (
    <span className="seen-key">
      <InlineCode>{revealed ?? row.game_key}</InlineCode>
      {isWhole ? <CopyIconButton text={revealed ?? row.game_key} label={keys.copyKey} /> : null}
      {!isWhole && mayReveal ? (
        <Button isSmall title={keys.revealNote} isBusy={isBusy} onClick={() => run(reveal)}>
          {keys.reveal}
        </Button>
      ) : null}
    </span>
  )
}
