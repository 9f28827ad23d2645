import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { KeyImport } from '#shared/import-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { useToast } from '#web/admin/toasts.tsx'
import { describeFailure } from '#web/admin/describe-failure.ts'
import { fill, formatCount, plural } from '#texts/format.ts'
import { sendImportCommit, cancelImport, readImport } from './key-calls.ts'

const POLL_EVERY_MS = 400

interface KeyImportReportProps {
  readonly checked: KeyImport
  readonly onDone: () => void
}

/** Shows how many keys a list would add and what is wrong with it; then the progress while they are added. */
export function KeyImportReport({ checked, onDone }: KeyImportReportProps) {
  const { texts, language } = useAdmin()
  const words = texts.import
  const queries = useQueryClient()
  const showToast = useToast()
  const [isRunning, setIsRunning] = useState(false)
  const add = async () => {
    setIsRunning(true)
    const outcome = await sendImportCommit(checked.id, checked.bad > 0)
    setIsRunning(false)
    if (outcome.kind === 'failed') {
      showToast('bad', describeFailure(texts, outcome, words.failed))
      return
    }
    showToast('good', plural(language, words.done, outcome.reply.import.added))
    onDone()
    await queries.invalidateQueries({ queryKey: ['keys'] })
  }
  const cancel = async () => {
    await cancelImport(checked.id)
    onDone()
  }
  return (
    <section className="stack" aria-labelledby="import-report">
      <h3 id="import-report">{words.report}</h3>
      <Figures checked={checked} />
      <LineNumbers text={words.duplicateLines} lines={checked.duplicateLines} />
      {checked.faults.map(({ fault, lines }) => (
        <LineNumbers key={fault} text={words.faults[fault]} lines={lines} />
      ))}
      {checked.duplicates > checked.duplicateLines.length ||
      checked.faults.some(({ count, lines }) => count > lines.length) ? (
        <p className="lead">{words.moreLines}</p>
      ) : null}
      {checked.good === 0 ? <p className="note note-warn">{words.nothing}</p> : null}
      {checked.bad > 0 && checked.good > 0 ? <p className="note note-warn">{words.allOrNothing}</p> : null}
      {isRunning ? <Progress checked={checked} /> : null}
      <div className="row">
        {checked.good > 0 ? (
          <button
            type="button"
            className={checked.bad > 0 ? 'act' : 'act act-main'}
            aria-busy={isRunning}
            disabled={isRunning}
            onClick={() => {
              void add()
            }}
          >
            {isRunning
              ? words.running
              : plural(language, checked.bad > 0 ? words.partial : words.commit, checked.good)}
          </button>
        ) : null}
        <button
          type="button"
          className="act"
          disabled={isRunning}
          onClick={() => {
            void cancel()
          }}
        >
          {words.giveUp}
        </button>
      </div>
    </section>
  )
}

function Figures({ checked }: { readonly checked: KeyImport }) {
  const { texts, language, editionIds, editionName } = useAdmin()
  const words = texts.import
  const figures = [
    [words.lines, checked.lines],
    [words.good, checked.good],
    ...editionIds.map((id) => [editionName(id), checked.editions[id] ?? 0] as const),
    [words.duplicates, checked.duplicates],
    [words.bad, checked.bad],
  ] as const
  return (
    <dl className="stat-figures">
      {figures.map(([label, count]) => (
        <div key={label} className="stat-figure">
          <dt>{label}</dt>
          <dd>{formatCount(language, count)}</dd>
        </div>
      ))}
    </dl>
  )
}

function LineNumbers({ text, lines }: { readonly text: string; readonly lines: readonly number[] }) {
  const { language } = useAdmin()
  if (lines.length === 0) return null
  const list = lines.map((line) => formatCount(language, line)).join(language === 'ar' ? '، ' : ', ')
  return <p>{fill(text, { lines: list })}</p>
}

/** Polls the import while the keys are added. */
function Progress({ checked }: { readonly checked: KeyImport }) {
  const { texts, language } = useAdmin()
  const now = useQuery({
    queryKey: ['import', checked.id],
    queryFn: ({ signal }) => readImport(checked.id, signal),
    refetchInterval: POLL_EVERY_MS,
    gcTime: 0,
  })
  const added = now.data?.import.added ?? 0
  return (
    <div className="stack">
      <progress max={checked.good} value={added} aria-label={texts.import.running} />
      <p role="status">
        {fill(texts.import.progress, {
          added: formatCount(language, added),
          of: formatCount(language, checked.good),
        })}
      </p>
    </div>
  )
}
