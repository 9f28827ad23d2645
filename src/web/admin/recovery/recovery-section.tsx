import { useQuery } from '@tanstack/react-query'
import type { LostPaymentRow, RecoveriesReply, RecoveryRow } from '#shared/recovery-api.ts'
import { TRANSACTION_HASH_SHOWN_CHARS } from '#shared/constants.ts'
import { fill, formatCount } from '#texts/format.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { CopyIconButton } from '#web/admin/copy-icon-button.tsx'
import { DataTable, type Column } from '#web/admin/data-table.tsx'
import { DateTime } from '#web/admin/date-time.tsx'
import { FailedNote } from '#web/admin/failed-note.tsx'
import { InlineCode } from '#web/admin/inline-code.tsx'
import { useMay } from '#web/admin/staff-context.ts'
import { QuarantinedKeys } from './quarantined-keys.tsx'
import { readRecoveries } from './recovery-calls.ts'

/** Shows what a restore left to decide: what blocks the shop, payments without an order, and the keys set aside. */
export function RecoverySection() {
  const { texts } = useAdmin()
  const words = texts.recovery
  const state = useQuery({
    queryKey: ['recoveries'],
    queryFn: ({ signal }) => readRecoveries(signal),
    refetchOnWindowFocus: false,
  })
  return (
    <section className="card stack" aria-labelledby="recovery-title">
      <h3 id="recovery-title">{words.title}</h3>
      {state.isError ? (
        <FailedNote text={words.failed} error={state.error} onRetry={() => state.refetch()} />
      ) : null}
      {state.data?.recoveries.length === 0 ? <p>{words.never}</p> : null}
      {state.data === undefined || state.data.recoveries.length === 0 ? null : (
        <RecoveryState state={state.data} />
      )}
    </section>
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
function Blockers({
  recovery: { lostSince, addressesDoneAt, keysDoneAt },
}: {
  readonly recovery: RecoveryRow
}) {
  const words = useAdmin().texts.recovery
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
  const { texts } = useAdmin()
  const words = texts.recovery
  const columns: readonly Column<RecoveryRow>[] = [
    {
      id: 'cause',
      label: words.cause,
      isHeader: true,
      isBare: true,
      cell: ({ cause }) => words.causes[cause],
    },
    { id: 'started', label: words.started, cell: ({ startedAt }) => <DateTime at={startedAt} /> },
    { id: 'missing', label: words.missing, cell: ({ lostSince }) => <DateTime at={lostSince} /> },
    {
      id: 'finished',
      label: words.finished,
      cell: ({ finishedAt }) => (finishedAt === null ? texts.shell.none : <DateTime at={finishedAt} />),
    },
  ]
  return <DataTable caption={words.list} columns={columns} rows={recoveries} keyOf={({ id }) => id} />
}

function LostPayments({ state }: { readonly state: RecoveriesReply }) {
  const { texts, language } = useAdmin()
  const words = texts.recovery
  const { lostPayments, lostPaymentCount } = state
  const columns: readonly Column<LostPaymentRow>[] = [
    {
      id: 'hash',
      label: texts.orders.transaction,
      isHeader: true,
      isBare: true,
      cell: ({ txHash }) => (
        <Copyable text={txHash} shown={`${txHash.slice(0, TRANSACTION_HASH_SHOWN_CHARS)}…`} />
      ),
    },
    {
      id: 'amount',
      label: texts.orders.received,
      cell: ({ amount, asset, chain }) => <InlineCode>{`${amount} ${asset} (${chain})`}</InlineCode>,
    },
    {
      id: 'address',
      label: texts.orders.address,
      cell: ({ address }) => <Copyable text={address} shown={address} />,
    },
    { id: 'index', label: words.index, isNumber: true, cell: ({ index }) => formatCount(language, index) },
    { id: 'found', label: words.found, cell: ({ foundAt }) => <DateTime at={foundAt} /> },
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

function Copyable({ text, shown }: { readonly text: string; readonly shown: string }) {
  const { texts } = useAdmin()
  return (
    <span className="seen-key">
      <span title={text}>
        <InlineCode>{shown}</InlineCode>
      </span>
      <CopyIconButton text={text} label={texts.shell.copy} />
    </span>
  )
}
