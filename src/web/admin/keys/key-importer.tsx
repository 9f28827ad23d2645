import { useState } from 'react'
import type { KeyImport } from '#shared/import-api.ts'
import { fill, formatChoice } from '#texts/format.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Form, SubmitButton } from '#web/admin/form.tsx'
import { SelectField } from '#web/admin/select-field.tsx'
import { TextArea } from '#web/admin/text-field.tsx'
import { useToast } from '#web/admin/toasts.tsx'
import { useTell } from '#web/admin/use-tell.ts'
import { sendImportCheck } from './key-calls.ts'
import { KeyImportReport } from './key-import-report.tsx'

/** Imports keys from pasted text or a file: shows a report first; keys are added after confirmation. */
export function KeyImporter() {
  const [checked, setChecked] = useState<KeyImport | null>(null)
  if (checked === null) return <ImportForm onChecked={setChecked} />
  return <KeyImportReport checked={checked} onDone={() => setChecked(null)} />
}

function ImportForm({ onChecked }: { readonly onChecked: (checked: KeyImport) => void }) {
  const { texts, language, editionIds, editionName } = useAdmin()
  const words = texts.import
  const showToast = useToast()
  const tell = useTell()
  const [edition, setEdition] = useState(editionIds[0] ?? '')
  const [pasted, setPasted] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const check = async () => {
    if (file === null && pasted.trim() === '') {
      showToast('bad', words.empty)
      return
    }
    const outcome = await sendImportCheck(file ?? pasted, edition)
    if (tell(outcome, words.failed, null)) onChecked(outcome.reply.import)
  }
  return (
    <Form onSend={check}>
      <p className="lead">{fill(words.lead, { editions: formatChoice(language, editionIds) })}</p>
      <SelectField
        label={words.edition}
        value={edition}
        options={[...editionIds, '']}
        nameOf={(one) => (one === '' ? words.noEdition : editionName(one))}
        onChoose={setEdition}
      />
      <TextArea
        label={words.paste}
        dir="ltr"
        rows={8}
        spellCheck={false}
        value={pasted}
        disabled={file !== null}
        onType={setPasted}
      />
      <label className="field">
        <span>{words.file}</span>
        <input
          type="file"
          accept=".csv,.txt,text/plain,text/csv"
          onChange={({ target }) => setFile(target.files?.[0] ?? null)}
        />
      </label>
      <SubmitButton busyLabel={words.checking}>{words.check}</SubmitButton>
    </Form>
  )
}
