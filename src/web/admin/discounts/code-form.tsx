import { useState } from 'react'
import { DISCOUNT_BATCH_MAX } from '#shared/discounts.ts'
import { DISCOUNT_NAME_MAX, type DiscountCreationReply } from '#shared/discounts-api.ts'
import { fill, formatCount } from '#texts/format.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { callAdmin } from '#web/admin/call-admin.ts'
import { CurrencySelect } from '#web/admin/currency-select.tsx'
import { Form, SubmitButton } from '#web/admin/form.tsx'
import { MomentField } from '#web/admin/moment-field.tsx'
import { SelectField } from '#web/admin/select-field.tsx'
import { HintedField, TextField } from '#web/admin/text-field.tsx'
import { useReload } from '#web/admin/use-reload.ts'
import { useTell } from '#web/admin/use-tell.ts'
import { DISCOUNTS_KEY, DISCOUNTS_PATH } from './discount-calls.ts'
import { EMPTY_CODE_FORM, toCreation, type CodeFormState } from './code-form-state.ts'

interface CodeFormProps {
  /** Called with the batch of new codes; null if it is one. */
  readonly onCreated: (batchId: string | null) => void
}

/** Creates a code, or a batch of generated ones. */
export function CodeForm({ onCreated }: CodeFormProps) {
  const { texts, language, currency } = useAdmin()
  const words = texts.discounts.create
  const reload = useReload()
  const tell = useTell()
  const [form, setForm] = useState(EMPTY_CODE_FORM)
  const [isWrong, setIsWrong] = useState(false)
  const put = (changed: Partial<CodeFormState>) => setForm({ ...form, ...changed })
  const send = async () => {
    const creation = toCreation(form, currency)
    setIsWrong(creation === null)
    if (creation === null) return
    const outcome = await callAdmin<DiscountCreationReply>('POST', DISCOUNTS_PATH, creation)
    const done = ({ codes }: DiscountCreationReply) =>
      fill(words.created, { count: formatCount(language, codes.length) })
    if (!tell(outcome, texts.discounts.failed, done)) return
    setForm(EMPTY_CODE_FORM)
    await reload(DISCOUNTS_KEY)
    onCreated(outcome.reply.batchId)
  }
  return (
    <Form className="stack" onSend={send}>
      <TermFields form={form} put={put} />
      <LimitFields form={form} put={put} />
      <div className="row row-fields">
        <HintedField
          label={words.own}
          hint={words.ownHint}
          dir="ltr"
          autoComplete="off"
          maxLength={64}
          value={form.code}
          onType={(code) => put({ code })}
        />
        <HintedField
          label={words.count}
          hint={`1–${formatCount(language, DISCOUNT_BATCH_MAX)}`}
          type="number"
          min={1}
          max={DISCOUNT_BATCH_MAX}
          disabled={form.code.trim() !== ''}
          value={form.count}
          onType={(count) => put({ count })}
        />
      </div>
      {isWrong ? (
        <p className="note note-warn" role="alert">
          {words.invalid}
        </p>
      ) : null}
      <div className="row">
        <SubmitButton disabled={form.name.trim() === '' || form.value.trim() === ''}>
          {words.submit}
        </SubmitButton>
      </div>
    </Form>
  )
}

interface PartProps {
  readonly form: CodeFormState
  readonly put: (changed: Partial<CodeFormState>) => void
}

function TermFields({ form, put }: PartProps) {
  const { texts, editionIds, editionName, currency: shopCurrency, currencies } = useAdmin()
  const words = texts.discounts.create
  const currency = form.currency === '' ? shopCurrency : form.currency
  return (
    <div className="row row-fields">
      <TextField
        label={words.name}
        maxLength={DISCOUNT_NAME_MAX}
        value={form.name}
        onType={(name) => put({ name })}
      />
      <SelectField
        label={words.kind}
        value={form.kind}
        options={['percent', 'amount'] as const}
        nameOf={(kind) => fill(words[kind], { currency })}
        onChoose={(kind) => put({ kind })}
      />
      <TextField
        label={words.value}
        inputMode="decimal"
        dir="ltr"
        maxLength={10}
        value={form.value}
        onType={(value) => put({ value })}
      />
      {form.kind === 'amount' ? (
        <CurrencySelect
          currency={currency}
          currencies={currencies}
          onChoose={(chosen) => put({ currency: chosen })}
        />
      ) : null}
      <SelectField
        label={texts.keys.edition}
        value={form.edition}
        options={['', ...editionIds]}
        nameOf={(edition) => (edition === '' ? texts.keys.allEditions : editionName(edition))}
        onChoose={(edition) => put({ edition })}
      />
    </div>
  )
}

function LimitFields({ form, put }: PartProps) {
  const words = useAdmin().texts.discounts.create
  return (
    <>
      <div className="row row-fields">
        <HintedField
          label={words.uses}
          hint={words.noLimit}
          inputMode="numeric"
          maxLength={7}
          value={form.uses}
          onType={(uses) => put({ uses })}
        />
        <HintedField
          label={words.perMailbox}
          hint={words.noLimit}
          inputMode="numeric"
          maxLength={7}
          value={form.perMailbox}
          onType={(perMailbox) => put({ perMailbox })}
        />
      </div>
      <div className="row row-fields">
        <MomentField label={words.fromAt} moment={form.from} onChoose={(from) => put({ from })} />
        <MomentField label={words.untilAt} moment={form.until} onChoose={(until) => put({ until })} />
      </div>
    </>
  )
}
