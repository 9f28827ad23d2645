import { useState, type SubmitEvent } from 'react'
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
import { InnerTabs } from '#web/admin/inner-tabs.tsx'
import { useStaff } from '#web/admin/staff-context.ts'
import { languageTabs, MailPreview } from './mail-previews.tsx'
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
  const { texts: adminTexts, languages } = useAdmin()
  const words = adminTexts.bulletins
  const change = useBulletinChange()
  const [kind, setKind] = useState<BulletinKind>(saved?.kind ?? 'release')
  const [chosen, setChosen] = useState<readonly string[]>(saved?.editions ?? editions)
  const [typed, setTyped] = useState(typedPrices(saved?.prices))
  const [texts, setTexts] = useState<Texts>(saved?.texts ?? {})
  const [language, setLanguage] = useState<Language>(defaultLanguage(languages))
  const [isBusy, setIsBusy] = useState(false)
  const content = contentOf(kind, chosen, { texts, prices: readPrices(typed) }, defaultLanguage(languages))
  const isStored = saved !== undefined && content !== null && isSame(saved, content)
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    if (content === null) return
    setIsBusy(true)
    await change({ action: 'save', id, ...content }, words.saved)
    setIsBusy(false)
  }
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        void save(event)
      }}
    >
      <KindChoice kind={kind} onChange={setKind} />
      {kind === 'wrong-price' ? <WrongPriceFields typed={typed} onChange={setTyped} /> : null}
      <EditionChoice editions={editions} chosen={chosen} onChange={setChosen} />
      <div>
        <InnerTabs
          label={words.languages}
          tabs={languageTabs(languages)}
          current={language}
          onChoose={setLanguage}
        >
          <WordsFields
            language={language}
            words={texts[language] ?? EMPTY}
            onChange={(next) => {
              setTexts({ ...texts, [language]: next })
            }}
          />
        </InnerTabs>
      </div>
      <div className="row">
        <button
          type="submit"
          className={isStored ? 'act' : 'act act-main'}
          aria-busy={isBusy}
          disabled={isBusy || content === null || isStored}
        >
          {words.save}
        </button>
        {isStored ? <DraftActions bulletin={saved} language={language} /> : null}
      </div>
      <h3>{words.preview}</h3>
      {isStored ? (
        <MailPreview bulletin={saved} language={language} />
      ) : (
        <p className="lead">{words.unsaved}</p>
      )}
    </form>
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
          <input
            type="radio"
            name="kind"
            checked={one === kind}
            onChange={() => {
              onChange(one)
            }}
          />
          {words.kinds[one]}
        </label>
      ))}
      <small>{words.kindHints[kind]}</small>
    </fieldset>
  )
}

interface EditionChoiceProps {
  readonly editions: readonly string[]
  readonly chosen: readonly string[]
  readonly onChange: (chosen: string[]) => void
}

function EditionChoice({ editions, chosen, onChange }: EditionChoiceProps) {
  const { texts, editionName } = useAdmin()
  return (
    <fieldset className="choice-list">
      <legend>{texts.bulletins.editions}</legend>
      {editions.map((edition) => (
        <label key={edition}>
          <input
            type="checkbox"
            checked={chosen.includes(edition)}
            onChange={({ target }) => {
              onChange(editions.filter((one) => (one === edition ? target.checked : chosen.includes(one))))
            }}
          />
          {editionName(edition)}
        </label>
      ))}
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
      <label className="field">
        <span>{labels.subject}</span>
        <input
          {...written}
          type="text"
          maxLength={BULLETIN_SUBJECT_MAX}
          value={words.subject}
          autoComplete="off"
          onChange={({ target }) => {
            onChange({ ...words, subject: target.value })
          }}
        />
      </label>
      <label className="field">
        <span>{labels.body}</span>
        <textarea
          {...written}
          rows={8}
          maxLength={BULLETIN_BODY_MAX}
          value={words.body}
          onChange={({ target }) => {
            onChange({ ...words, body: target.value })
          }}
        />
      </label>
      <small role="status">{note}</small>
    </div>
  )
}

function DraftActions({
  bulletin,
  language,
}: {
  readonly bulletin: BulletinRow
  readonly language: Language
}) {
  const words = useAdmin().texts.bulletins
  const { email } = useStaff()
  const change = useBulletinChange()
  const [isSending, setIsSending] = useState(false)
  return (
    <>
      <button
        type="button"
        className="act"
        onClick={() => {
          void change(
            { action: 'test', id: bulletin.id, language },
            fill(words.testSent, { email: `\u2068${email}\u2069` }),
          )
        }}
      >
        {words.test}
      </button>
      <button
        type="button"
        className="act act-main"
        onClick={() => {
          setIsSending(true)
        }}
      >
        {words.send}
      </button>
      {isSending ? (
        <SendModal
          bulletin={bulletin}
          onClose={() => {
            setIsSending(false)
          }}
        />
      ) : null}
    </>
  )
}
