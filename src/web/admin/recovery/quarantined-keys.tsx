import { ExportLink } from '#web/admin/export-link.tsx'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { QuarantineDecision, QuarantinedKeyRow, RecoveriesReply } from '#shared/recovery-api.ts'
import { fill, formatCount, plural } from '#texts/format.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { ConfirmModal } from '#web/admin/confirm-modal.tsx'
import { DataTable, type Column } from '#web/admin/data-table.tsx'
import { DateTime } from '#web/admin/date-time.tsx'
import { describeFailure } from '#web/admin/describe-failure.ts'
import { InlineCode } from '#web/admin/inline-code.tsx'
import { Pager } from '#web/admin/pager.tsx'
import { useMay } from '#web/admin/staff-context.ts'
import { useToast } from '#web/admin/toasts.tsx'
import { QUARANTINED_KEYS_FILE, readQuarantinedKeys, sendQuarantineDecision } from './recovery-calls.ts'

/** Lists the keys that a lost database may have sent, and lets staff decide about each, or about all that are left. */
export function QuarantinedKeys({ counts }: { readonly counts: RecoveriesReply['quarantined'] }) {
  const { texts, language, editionName } = useAdmin()
  const words = texts.recovery
  const may = useMay()
  const [page, setPage] = useState(1)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [isConfirming, setIsConfirming] = useState(false)
  const decide = useDecision(() => {
    setSelected(new Set())
    setPage(1)
  })
  const list = useQuery({
    queryKey: ['recoveries', 'keys', page],
    queryFn: ({ signal }) => readQuarantinedKeys(page, signal),
    placeholderData: keepPreviousData,
  })
  const rows = list.data?.keys ?? []
  const keyIds = [...selected]
  return (
    <>
      <h4>{words.keys}</h4>
      <p className="lead">{words.keysLead}</p>
      <ul className="lines">
        {counts.map(({ edition, count }) => (
          <li key={edition}>
            <bdi>{editionName(edition)}</bdi> <span className="badge">{formatCount(language, count)}</span>
          </li>
        ))}
      </ul>
      <div className="row selection">
        <Choice
          label={words.sent}
          isOff={keyIds.length === 0}
          onChoose={() => decide({ decision: 'sent', keyIds })}
        />
        <Choice
          label={words.toStock}
          isOff={keyIds.length === 0}
          onChoose={() => decide({ decision: 'to_stock', keyIds })}
        />
        <Choice
          label={words.restToStock}
          isOff={false}
          onChoose={() => {
            setIsConfirming(true)
            return Promise.resolve()
          }}
        />
        {may('export') ? <ExportLink href={QUARANTINED_KEYS_FILE}>{words.export}</ExportLink> : null}
      </div>
      <KeyTable rows={rows} selected={selected} onSelect={setSelected} isBusy={list.isPlaceholderData} />
      {list.data === undefined ? null : (
        <Pager
          pagination={list.data.pagination}
          onPage={(next) => {
            setSelected(new Set())
            setPage(next)
          }}
        />
      )}
      {isConfirming ? (
        <ConfirmModal
          title={words.restToStock}
          question={words.confirm}
          action={words.restToStock}
          onConfirm={() => decide({ decision: 'rest_to_stock' })}
          onClose={() => {
            setIsConfirming(false)
          }}
        />
      ) : null}
    </>
  )
}

/** Returns a function that sends a decision, says what came of it, and reloads what it changed. */
function useDecision(onDone: () => void) {
  const { texts, language } = useAdmin()
  const words = texts.recovery
  const queries = useQueryClient()
  const showToast = useToast()
  return async (decision: QuarantineDecision) => {
    const outcome = await sendQuarantineDecision(decision)
    if (outcome.kind === 'failed') {
      showToast('bad', describeFailure(texts, outcome, words.decideFailed))
      return
    }
    const { changed, isFinished } = outcome.reply
    showToast('good', isFinished ? words.done : plural(language, words.decided, changed))
    onDone()
    await queries.invalidateQueries()
  }
}

interface ChoiceProps {
  readonly label: string
  readonly isOff: boolean
  readonly onChoose: () => Promise<void>
}

function Choice({ label, isOff, onChoose }: ChoiceProps) {
  const [isBusy, setIsBusy] = useState(false)
  const choose = async () => {
    setIsBusy(true)
    await onChoose()
    setIsBusy(false)
  }
  return (
    <button
      type="button"
      className="act act-small"
      aria-busy={isBusy}
      disabled={isOff || isBusy}
      onClick={() => {
        void choose()
      }}
    >
      {label}
    </button>
  )
}

interface KeyTableProps {
  readonly rows: readonly QuarantinedKeyRow[]
  readonly selected: ReadonlySet<string>
  readonly onSelect: (selected: ReadonlySet<string>) => void
  readonly isBusy: boolean
}

function KeyTable({ rows, selected, onSelect, isBusy }: KeyTableProps) {
  const { texts, editionName } = useAdmin()
  const words = texts.keys
  const columns: readonly Column<QuarantinedKeyRow>[] = [
    {
      id: 'select',
      label: words.selectPage,
      isBare: true,
      head: (
        <input
          type="checkbox"
          aria-label={words.selectPage}
          checked={rows.length > 0 && rows.every(({ id }) => selected.has(id))}
          onChange={({ target }) => {
            onSelect(new Set(target.checked ? rows.map(({ id }) => id) : []))
          }}
        />
      ),
      cell: ({ id, game_key }) => (
        <input
          type="checkbox"
          aria-label={fill(words.selectKey, { key: game_key })}
          checked={selected.has(id)}
          onChange={({ target }) => {
            onSelect(new Set(target.checked ? [...selected, id] : [...selected].filter((one) => one !== id)))
          }}
        />
      ),
    },
    {
      id: 'key',
      label: words.key,
      isHeader: true,
      isBare: true,
      cell: ({ game_key }) => <InlineCode>{game_key}</InlineCode>,
    },
    { id: 'edition', label: words.edition, cell: ({ game_edition }) => editionName(game_edition) },
    {
      id: 'since',
      label: texts.alerts.since,
      cell: ({ quarantined_at }) => <DateTime at={quarantined_at} />,
    },
  ]
  return (
    <DataTable
      caption={texts.recovery.keys}
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      isMarked={({ id }) => selected.has(id)}
      isBusy={isBusy}
    />
  )
}
