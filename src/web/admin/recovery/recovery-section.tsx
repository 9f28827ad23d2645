import type { LostPaymentRow, RecoveriesReply, RecoveryRow } from '#shared/recovery-api.ts'
import { fill, formatCount } from '#texts/format.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Card } from '#web/admin/card.tsx'
import { CopyableCode, CopyableHash } from '#web/admin/copyable-code.tsx'
import { DataTable, type Column } from '#web/admin/data-table.tsx'
import { DateTime } from '#web/admin/date-time.tsx'
import { FailedNote } from '#web/admin/failed-note.tsx'
import { InlineCode } from '#web/admin/inline-code.tsx'
import { useMay } from '#web/admin/staff-context.ts'
import { useRead } from '#web/admin/use-read.ts'
import { QuarantinedKeys } from './quarantined-keys.tsx'

/** Shows what a restore left to decide: what blocks the shop, payments without an order, and the keys set aside. */
export function RecoverySection() {
  const { texts } = useAdmin()
  const words = texts.recovery
  const state = useRead<RecoveriesReply>(['recoveries'], '/functions/recoveries', {
    refetchOnWindowFocus: false,
  })
  return (
    <Card id="recovery-title" title={words.title}>
      {state.isError ? <FailedNote text={words.failed} query={state} /> : null}
      {state.data?.recoveries.length === 0 ? <p>{words.never}</p> : null}
      {state.data === undefined || state.data.recoveries.length === 0 ? null : (
        <RecoveryState state={state.data} />
      )}
    </Card>
  )
}

function RecoveryState({ state }: { readonly state: RecoveriesReply }) {
  const words = useAdmin().texts.recovery
  const may = useMay()
  const open = state.recoveries.find(({ finishedAt }) => finishedAt === null)
  return (
    <>
      <p className="lead">{words.lead}</p>
      {open === undefined ? null : <Blockers recovery={open} />}
      <RecoveryTable recoveries={state.recoveries} />
      {state.lostPaymentCount > 0 ? <LostPayments state={state} /> : null}
      {state.quarantined.length > 0 && may('keys.retire') ? (
        <QuarantinedKeys counts={state.quarantined} />
      ) : null}
    </>
  )
}

/** What is left to do before the shop takes orders again. */
function Blockers({ recovery }: { readonly recovery: RecoveryRow }) {
  const words = useAdmin().texts.recovery
  const { lostSince, addressesDoneAt, keysDoneAt } = recovery
  return (
    <div className="note note-warn stack">
      <p>
        {words.blocked} <DateTime at={lostSince} />
      </p>
      <ul className="lines">
        <li>{addressesDoneAt === null ? words.addressesOpen : words.addressesDone}</li>
        <li>{keysDoneAt === null ? words.keysOpen : words.keysDone}</li>
      </ul>
    </div>
  )
}

function RecoveryTable({ recoveries }: { readonly recoveries: readonly RecoveryRow[] }) {
  const words = useAdmin().texts.recovery
  const columns: readonly Column<RecoveryRow>[] = [
    { label: words.cause, as: 'title', cell: ({ cause }) => words.causes[cause] },
    { label: words.started, cell: ({ startedAt }) => <DateTime at={startedAt} /> },
    { label: words.missing, cell: ({ lostSince }) => <DateTime at={lostSince} /> },
    { label: words.finished, cell: ({ finishedAt }) => <DateTime at={finishedAt} /> },
  ]
  return <DataTable caption={words.list} columns={columns} rows={recoveries} keyOf={({ id }) => id} />
}

function LostPayments({ state }: { readonly state: RecoveriesReply }) {
  const { texts, language } = useAdmin()
  const words = texts.recovery
  const { lostPayments, lostPaymentCount } = state
  const columns: readonly Column<LostPaymentRow>[] = [
    { label: texts.orders.transaction, as: 'title', cell: ({ txHash }) => <CopyableHash hash={txHash} /> },
    {
      label: texts.orders.received,
      cell: ({ amount, asset, chain }) => <InlineCode>{`${amount} ${asset} (${chain})`}</InlineCode>,
    },
    { label: texts.orders.address, cell: ({ address }) => <CopyableCode text={address} /> },
    { label: words.index, as: 'number', cell: ({ index }) => formatCount(language, index) },
    { label: words.found, cell: ({ foundAt }) => <DateTime at={foundAt} /> },
  ]
  return (
    <>
      <h4>{words.lost}</h4>
      <p className="lead">{words.lostLead}</p>
      <DataTable
        caption={words.lost}
        columns={columns}
        rows={lostPayments}
        keyOf={({ chain, txHash, address, asset }) => `${chain} ${txHash} ${address} ${asset}`}
      />
      {lostPaymentCount > lostPayments.length ? (
        <p>{fill(words.lostMore, { count: formatCount(language, lostPaymentCount) })}</p>
      ) : null}
    </>
  )
}
