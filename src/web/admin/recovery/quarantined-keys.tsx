import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type {
  QuarantineDecision,
  QuarantineDecisionReply,
  QuarantinedKeyRow,
  QuarantinedKeysReply,
  RecoveriesReply,
} from '#shared/recovery-api.ts'
import { fill, formatCount, plural } from '#texts/format.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Button } from '#web/admin/button.tsx'
import { callAdmin } from '#web/admin/call-admin.ts'
import { ConfirmButton } from '#web/admin/confirm-button.tsx'
import { DataTable, type Column } from '#web/admin/data-table.tsx'
import { DateTime } from '#web/admin/date-time.tsx'
import { ExportLink } from '#web/admin/export-link.tsx'
import { InlineCode } from '#web/admin/inline-code.tsx'
import { Pager } from '#web/admin/pager.tsx'
import { selectionColumn } from '#web/admin/selection-column.tsx'
import { useMay } from '#web/admin/staff-context.ts'
import { useBusy } from '#web/admin/use-busy.ts'
import { useRead } from '#web/admin/use-read.ts'
import { useTell } from '#web/admin/use-tell.ts'

const PATH = '/functions/quarantined-keys'

/** Lists the keys that a lost database may have sent, and lets staff decide about each, or about all that are left. */
export function QuarantinedKeys({ counts }: { readonly counts: RecoveriesReply['quarantined'] }) {
  const { texts, language, editionName } = useAdmin()
  const words = texts.recovery
  const may = useMay()
  const [page, setPage] = useState(1)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const show = (next: number) => {
    setSelected(new Set())
    setPage(next)
  }
  const decide = useDecision(() => show(1))
  const list = useRead<QuarantinedKeysReply>(['recoveries', 'keys', page], `${PATH}?page=${String(page)}`, {
    placeholderData: keepPreviousData,
  })
  const rows = list.data?.keys ?? []
  const keyIds = [...selected]
  const columns: readonly Column<QuarantinedKeyRow>[] = [
    selectionColumn(
      { rows, selected, onSelect: setSelected },
      { all: texts.keys.selectPage, nameOf: ({ game_key }) => fill(texts.keys.selectKey, { key: game_key }) },
    ),
    { label: texts.keys.key, as: 'title', cell: ({ game_key }) => <InlineCode>{game_key}</InlineCode> },
    { label: texts.keys.edition, cell: ({ game_edition }) => editionName(game_edition) },
    { label: texts.alerts.since, cell: ({ quarantined_at }) => <DateTime at={quarantined_at} /> },
  ]
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
        <ConfirmButton
          isSmall
          confirm={{
            title: words.restToStock,
            question: words.confirm,
            action: words.restToStock,
            onConfirm: () => decide({ decision: 'rest_to_stock' }),
          }}
        >
          {words.restToStock}
        </ConfirmButton>
        {may('export') ? (
          <ExportLink href="/functions/export-quarantined-keys">{words.export}</ExportLink>
        ) : null}
      </div>
      <DataTable
        caption={words.keys}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        isMarked={({ id }) => selected.has(id)}
        isBusy={list.isPlaceholderData}
      />
      {list.data === undefined ? null : <Pager pagination={list.data.pagination} onPage={show} />}
    </>
  )
}

/** Returns a function that sends a decision, says what came of it, and reloads what it changed. */
function useDecision(onDone: () => void) {
  const { texts, language } = useAdmin()
  const words = texts.recovery
  const queries = useQueryClient()
  const tell = useTell()
  return async (decision: QuarantineDecision) => {
    const outcome = await callAdmin<QuarantineDecisionReply>('POST', PATH, decision)
    const doneText = ({ changed, isFinished }: QuarantineDecisionReply) =>
      isFinished ? words.done : plural(language, words.decided, changed)
    if (!tell(outcome, words.decideFailed, doneText)) return
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
  const [isBusy, run] = useBusy()
  return (
    <Button isSmall isBusy={isBusy} disabled={isOff} onClick={() => run(onChoose)}>
      {label}
    </Button>
  )
}
