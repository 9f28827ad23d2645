import { useQueryClient } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { KEYS_PER_GENERATION_MAX } from '#shared/constants.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { LabelledInput } from '#web/admin/labelled-input.tsx'
import { useToast } from '#web/admin/toasts.tsx'
import { plural } from '#texts/format.ts'
import { sendGenerateKeys, describeKeyFailure } from './key-calls.ts'

const DEFAULT_COUNT = 10

const FALLBACK_COUNT = 1

/** Generates 1 to 100 keys at a time; the count is reset to 10 afterwards. */
export function KeyGenerator() {
  const admin = useAdmin()
  const { texts, editionIds, editionName, language } = admin
  const { keys } = texts
  const queries = useQueryClient()
  const showToast = useToast()
  const [edition, setEdition] = useState(editionIds[0] ?? '')
  /** Null while what is typed is the beginning of a number, such as a minus sign. */
  const [typed, setTyped] = useState<number | null>(DEFAULT_COUNT)
  const count = typed ?? FALLBACK_COUNT
  const [isBusy, setIsBusy] = useState(false)
  const isInRange = count >= 1 && count <= KEYS_PER_GENERATION_MAX

  const generate = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (!isInRange) {
      showToast('bad', keys.errors.count)
      return
    }
    setIsBusy(true)
    const outcome = await sendGenerateKeys(edition, count)
    setIsBusy(false)
    if (outcome.kind === 'failed') {
      showToast('bad', describeKeyFailure(admin, 'generate', outcome))
      return
    }
    const { message, count: made } = outcome.reply
    showToast('good', language === 'ar' ? message : plural(language, keys.generated, made))
    setTyped(DEFAULT_COUNT)
    await queries.invalidateQueries({ queryKey: ['keys'] })
  }

  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        void generate(event)
      }}
    >
      <p className="lead">{keys.generateLead}</p>
      <label className="field">
        <span>{keys.edition}</span>
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
        </select>
      </label>
      <LabelledInput
        label={keys.count}
        hint={keys.countHint}
        fault={isInRange ? null : keys.errors.count}
        type="number"
        min={1}
        max={KEYS_PER_GENERATION_MAX}
        value={typed ?? ''}
        onChange={({ target }) => {
          const isNumber = !Number.isNaN(target.valueAsNumber)
          if (isNumber) setTyped(Math.trunc(target.valueAsNumber))
          else if (target.validity.badInput) setTyped(null)
          else {
            setTyped(FALLBACK_COUNT)
            // the next digit typed replaces the 1 that was substituted
            requestAnimationFrame(() => {
              target.select()
            })
          }
        }}
      />
      <button type="submit" className="act act-main" aria-busy={isBusy} disabled={isBusy}>
        {isBusy ? keys.generating : keys.generate}
      </button>
    </form>
  )
}
