import { useState } from 'react'
import { KEYS_PER_GENERATION_MAX } from '#shared/constants.ts'
import { plural } from '#texts/format.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Form, SubmitButton } from '#web/admin/form.tsx'
import { SelectField } from '#web/admin/select-field.tsx'
import { HintedField } from '#web/admin/text-field.tsx'
import { useToast } from '#web/admin/toasts.tsx'
import { useReload } from '#web/admin/use-reload.ts'
import { sendGenerateKeys, describeKeyFailure } from './key-calls.ts'

const DEFAULT_COUNT = 10

const FALLBACK_COUNT = 1

/** Generates 1 to 100 keys at a time; the count is reset to 10 afterwards. */
export function KeyGenerator() {
  const admin = useAdmin()
  const { texts, editionIds, editionName, language } = admin
  const { keys } = texts
  const reload = useReload()
  const showToast = useToast()
  const [edition, setEdition] = useState(editionIds[0] ?? '')
  /** Null while what is typed is the beginning of a number, such as a minus sign. */
  const [typed, setTyped] = useState<number | null>(DEFAULT_COUNT)
  const count = typed ?? FALLBACK_COUNT
  const isInRange = count >= 1 && count <= KEYS_PER_GENERATION_MAX

  const generate = async () => {
    if (!isInRange) {
      showToast('bad', keys.errors.count)
      return
    }
    const outcome = await sendGenerateKeys(edition, count)
    if (outcome.kind === 'failed') {
      showToast('bad', describeKeyFailure(admin, 'generate', outcome))
      return
    }
    const { message, count: made } = outcome.reply
    showToast('good', language === 'ar' ? message : plural(language, keys.generated, made))
    setTyped(DEFAULT_COUNT)
    void reload('keys')
  }

  return (
    <Form onSend={generate}>
      <p className="lead">{keys.generateLead}</p>
      <SelectField
        label={keys.edition}
        value={edition}
        options={editionIds}
        nameOf={editionName}
        onChoose={setEdition}
      />
      <HintedField
        label={keys.count}
        hint={keys.countHint}
        fault={isInRange ? null : keys.errors.count}
        type="number"
        min={1}
        max={KEYS_PER_GENERATION_MAX}
        value={typed ?? ''}
        onType={(_, input) => {
          const isNumber = !Number.isNaN(input.valueAsNumber)
          if (isNumber) setTyped(Math.trunc(input.valueAsNumber))
          else if (input.validity.badInput) setTyped(null)
          else {
            setTyped(FALLBACK_COUNT)
            // the next digit typed replaces the 1 that was substituted
            requestAnimationFrame(() => input.select())
          }
        }}
      />
      <SubmitButton busyLabel={keys.generating}>{keys.generate}</SubmitButton>
    </Form>
  )
}
