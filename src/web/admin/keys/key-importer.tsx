import { useState, type SubmitEvent } from 'react'
import type { KeyImport } from '#shared/import-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { useToast } from '#web/admin/toasts.tsx'
import { describeFailure } from '#web/admin/describe-failure.ts'
import { fill, formatChoice } from '#texts/format.ts'
import { sendImportCheck } from './key-calls.ts'
import { KeyImportReport } from './key-import-report.tsx'

/** Imports keys from pasted text or a file: shows a report first; keys are added after confirmation. */
export function KeyImporter() {
  const [checked, setChecked] = useState<KeyImport | null>(null)
  return checked === null ? (
    <ImportForm onChecked={setChecked} />
  ) : (
    <KeyImportReport
      checked={checked}
      onDone={() => {
        setChecked(null)
      }}
    />
  )
}

function ImportForm({ onChecked }: { readonly onChecked: (checked: KeyImport) => void }) {
  const { texts, language, editionIds, editionName } = useAdmin()
  const words = texts.import
  const showToast = useToast()
  const [edition, setEdition] = useState(editionIds[0] ?? '')
  const [pasted, setPasted] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const check = async (event: SubmitEvent) => {
    event.preventDefault()
    const list = file ?? pasted
    if (file === null && pasted.trim() === '') {
      showToast('bad', words.empty)
      return
    }
    setIsBusy(true)
    const outcome = await sendImportCheck(list, edition)
    setIsBusy(false)
    if (outcome.kind === 'ok') onChecked(outcome.reply.import)
    else showToast('bad', describeFailure(texts, outcome, words.failed))
  }
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        void check(event)
      }}
    >
      <p className="lead">{fill(words.lead, { editions: formatChoice(language, editionIds) })}</p>
      <label className="field">
        <span>{words.edition}</span>
        <select
          value={edition}
          onChange={({ target }) => {
            setEdition(target.value)
          }}
        >
          {editionIds.map((one) => (
            <option key={one} value={one}>
              {editionName(one)}
            </option>
          ))}
          <option value="">{words.noEdition}</option>
        </select>
      </label>
      <label className="field">
        <span>{words.paste}</span>
        <textarea
          dir="ltr"
          rows={8}
          spellCheck={false}
          value={pasted}
          disabled={file !== null}
          onChange={({ target }) => {
            setPasted(target.value)
          }}
        />
      </label>
      <label className="field">
        <span>{words.file}</span>
        <input
          type="file"
          accept=".csv,.txt,text/plain,text/csv"
          onChange={({ target }) => {
            setFile(target.files?.[0] ?? null)
          }}
        />
      </label>
      <button type="submit" className="act act-main" aria-busy={isBusy} disabled={isBusy}>
        {isBusy ? words.checking : words.check}
      </button>
    </form>
  )
}
