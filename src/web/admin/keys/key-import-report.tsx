import type * as z from 'zod'
import type { KeyImport, KeyImportReply } from '#shared/import-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Button } from '#web/admin/button.tsx'
import { StatFigures } from '#web/admin/figures.tsx'
import { useBusy } from '#web/admin/use-busy.ts'
import { useRead } from '#web/admin/use-read.ts'
import { useReload } from '#web/admin/use-reload.ts'
import { useTell } from '#web/admin/use-tell.ts'
import { fill, formatCount, plural } from '#texts/format.ts'
import { sendImportCommit, cancelImport, IMPORTS } from './key-calls.ts'

const POLL_EVERY_MS = 400

interface KeyImportReportProps {
  readonly checked: KeyImport
  readonly onDone: () => void
}

/** Shows how many keys a list would add and what is wrong with it; then the progress while they are added. */
export function KeyImportReport({ checked, onDone }: KeyImportReportProps) {
  const { texts, language } = useAdmin()
  const words = texts.import
  const reload = useReload()
  const tell = useTell()
  const [isRunning, run] = useBusy()
  const add = async () => {
    const outcome = await sendImportCommit(checked.id, checked.bad > 0)
    const isDone = tell(outcome, words.failed, (reply) => plural(language, words.done, reply.import.added))
    if (!isDone) return
    onDone()
    void reload('keys')
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
          <Button look={checked.bad > 0 ? undefined : 'main'} isBusy={isRunning} onClick={() => run(add)}>
            {isRunning
              ? words.running
              : plural(language, checked.bad > 0 ? words.partial : words.commit, checked.good)}
          </Button>
        ) : null}
        <Button disabled={isRunning} onClick={cancel}>
          {words.giveUp}
        </Button>
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
  return <StatFigures figures={figures.map(([label, count]) => [label, formatCount(language, count)])} />
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
  const now = useRead<z.infer<typeof KeyImportReply>>(['import', checked.id], `${IMPORTS}/${checked.id}`, {
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
