import { useState } from 'react'
import {
  BULLETIN_BODY_MAX,
  BULLETIN_KINDS,
  BULLETIN_SUBJECT_MAX,
  type BulletinContent,
  type BulletinKind,
  type BulletinRow,
  type BulletinWords,
  type WrongPrices,
} from '#shared/bulletins-api.ts'
import { defaultLanguage, LANGUAGE_TABLE, LANGUAGES, type Language } from '#shared/languages.ts'
import { fill } from '#texts/format.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Button, DialogButton } from '#web/admin/button.tsx'
import { Form, SubmitButton } from '#web/admin/form.tsx'
import { ChoiceList } from '#web/admin/integrations/choice-list.tsx'
import { useStaff } from '#web/admin/staff-context.ts'
import { TextArea, TextField } from '#web/admin/text-field.tsx'
import { LanguageTabs, MailPreview } from './mail-previews.tsx'
import { SendModal } from './send-modal.tsx'
import { useBulletinChange } from './use-bulletin-change.ts'
import { readPrices, typedPrices, WrongPriceFields } from './wrong-price-fields.tsx'

type Texts = Readonly<Partial<Record<Language, BulletinWords>>>

interface BulletinEditorProps {
  readonly id: string
  /** The draft as it is stored; undefined before it was saved. */
  readonly saved: BulletinRow | undefined
  readonly editions: readonly string[]
}

/** Writes an announcement in every language; previews, tries and sends the stored draft. */
export function BulletinEditor({ id, saved, editions }: BulletinEditorProps) {
  const { texts: adminTexts, languages, editionName, currency } = useAdmin()
  const words = adminTexts.bulletins
  const change = useBulletinChange()
  const [kind, setKind] = useState<BulletinKind>(saved?.kind ?? 'release')
  const [chosen, setChosen] = useState<readonly string[]>(saved?.editions ?? editions)
  const [typed, setTyped] = useState(typedPrices(saved?.prices, currency))
  const [texts, setTexts] = useState<Texts>(saved?.texts ?? {})
  const [language, setLanguage] = useState<Language>(defaultLanguage(languages))
  const content = contentOf(kind, chosen, { texts, prices: readPrices(typed) }, defaultLanguage(languages))
  const isStored = saved !== undefined && content !== null && isSame(saved, content)
  const save = async () => {
    if (content !== null) await change({ action: 'save', id, ...content }, words.saved)
  }
  return (
    <Form
      className="stack"

      onSend={save}
    >
      <KindChoice kind={kind} onChange={setKind} />
      {kind === 'wrong-price' ? <WrongPriceFields typed={typed} onChange={setTyped} /> : null}
      <ChoiceList
        legend={words.editions}
        options={editions}
        chosen={chosen}
        nameOf={editionName}
        onChange={setChosen}
      />
      <LanguageTabs language={language} onChoose={setLanguage}>
        <WordsFields
          language={language}
          words={texts[language] ?? EMPTY}
          onChange={(next) => setTexts({ ...texts, [language]: next })}
        />
      </LanguageTabs>
      <div className="row">
        <SubmitButton
          look={isStored ? undefined : 'main'}

          disabled={content === null || isStored}
        >
          {words.save}
        </SubmitButton>
        {isStored ? <DraftActions bulletin={saved} language={language} /> : null}
      </div>
      <h3>{words.preview}</h3>
      {isStored ? (
        <MailPreview bulletin={saved} language={language} />
      ) : (
        <p className="lead">{words.unsaved}</p>
      )}
    </Form>
  )
}

const EMPTY: BulletinWords = { subject: '', body: '' }

/** What can be stored; null while something is missing. Languages left empty are left out. */
function contentOf(
  kind: BulletinKind,
  editions: readonly string[],
  { texts, prices }: { readonly texts: Texts; readonly prices: WrongPrices | null },
  standIn: Language,
): BulletinContent | null {
  const written: BulletinContent['texts'] = {}
  for (const language of LANGUAGES) {
    const { subject, body } = texts[language] ?? EMPTY
    const trimmed = { subject: subject.trim(), body: body.trim() }
    if (isHalf(trimmed)) return null
    if (trimmed.subject !== '') written[language] = trimmed
  }
  if (written[standIn] === undefined || editions.length === 0) return null
  const content = { kind, editions: [...editions], texts: written }
  if (kind !== 'wrong-price') return content
  return prices === null ? null : { ...content, prices }
}

function isHalf({ subject, body }: BulletinWords): boolean {
  return (subject.trim() === '') !== (body.trim() === '')
}

function isSame(saved: BulletinRow, { kind, editions, texts, prices }: BulletinContent): boolean {
  const inOrder = (all: BulletinContent['texts']) =>
    JSON.stringify(LANGUAGES.map((language) => [all[language]?.subject, all[language]?.body]))
  return (
    saved.kind === kind &&
    JSON.stringify(saved.prices) === JSON.stringify(prices) &&
    [...saved.editions].sort().join() === [...editions].sort().join() &&
    inOrder(saved.texts) === inOrder(texts)
  )
}

interface KindChoiceProps {
  readonly kind: BulletinKind
  readonly onChange: (kind: BulletinKind) => void
}

function KindChoice({ kind, onChange }: KindChoiceProps) {
  const words = useAdmin().texts.bulletins
  return (
    <fieldset className="choice-list">
      <legend>{words.kind}</legend>
      {BULLETIN_KINDS.map((one) => (
        <label key={one}>
          <input type="radio" name="kind" checked={one === kind} onChange={() => onChange(one)} />
          {words.kinds[one]}
        </label>
      ))}
      <small>{words.kindHints[kind]}</small>
    </fieldset>
  )
}

interface WordsFieldsProps {
  readonly language: Language
  readonly words: BulletinWords
  readonly onChange: (words: BulletinWords) => void
}

function WordsFields({ language, words, onChange }: WordsFieldsProps) {
  const { texts, languages } = useAdmin()
  const standIn = defaultLanguage(languages)
  const labels = texts.bulletins
  const isEmpty = words.subject.trim() === '' && words.body.trim() === ''
  const note = isHalf(words)
    ? labels.half
    : isEmpty
      ? fill(language === standIn ? labels.defaultNeeded : labels.fallback, {
          language: LANGUAGE_TABLE[standIn].name,
        })
      : labels.bodyHint
  const written = { lang: language, dir: LANGUAGE_TABLE[language].direction }
  return (
    <div className="stack bulletin-words">
      <TextField
        {...written}
        label={labels.subject}
        maxLength={BULLETIN_SUBJECT_MAX}
        value={words.subject}
        onType={(subject) => onChange({ ...words, subject })}
      />
      <TextArea
        {...written}
        label={labels.body}
        rows={8}
        maxLength={BULLETIN_BODY_MAX}
        value={words.body}
        onType={(body) => onChange({ ...words, body })}
      />
      <small role="status">{note}</small>
    </div>
  )
}

interface DraftActionsProps {
  readonly bulletin: BulletinRow
  readonly language: Language
}

function DraftActions({ bulletin, language }: DraftActionsProps) {
  const words = useAdmin().texts.bulletins
  const { email } = useStaff()
  const change = useBulletinChange()
  const testSent = fill(words.testSent, { email: `\u2068${email}\u2069` })
  return (
    <>
      <Button onClick={() => change({ action: 'test', id: bulletin.id, language }, testSent)}>
        {words.test}
      </Button>
      <DialogButton look="main" dialog={(close) => <SendModal bulletin={bulletin} onClose={close} />}>
        {words.send}
      </DialogButton>
    </>
  )
}
