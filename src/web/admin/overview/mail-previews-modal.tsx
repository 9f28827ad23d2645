import { useState } from 'react'
import { MAIL_PREVIEWS, type MailPreviewId } from '#shared/first-day-api.ts'
import { defaultLanguage, LANGUAGE_TABLE, type Language } from '#shared/languages.ts'
import { fill } from '#texts/format.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { languageTabs } from '#web/admin/bulletins/mail-previews.tsx'
import { InnerTabs } from '#web/admin/inner-tabs.tsx'
import { Modal } from '#web/admin/modal.tsx'
import { mailPreviewAddress } from './first-day-calls.ts'

interface MailPreviewsModalProps {
  readonly onClose: () => void
  /** The dialog closes once its promise has settled. */
  readonly onRead: () => Promise<void>
}

/** Every mail to buyers with example data, in each language that they may choose. */
export function MailPreviewsModal({ onClose, onRead }: MailPreviewsModalProps) {
  const { texts, languages } = useAdmin()
  const words = texts.firstDay
  const [mail, setMail] = useState<MailPreviewId>('received')
  const [language, setLanguage] = useState<Language>(defaultLanguage(languages))
  const [isBusy, setIsBusy] = useState(false)
  const names = { ...texts.orders.templates, ...words.templates }
  const read = async () => {
    setIsBusy(true)
    await onRead()
    onClose()
  }
  return (
    <Modal title={words.mailsTitle} onClose={onClose} isWide>
      <label className="field">
        <span>{words.mail}</span>
        <select
          value={mail}
          onChange={({ target }) => {
            setMail(MAIL_PREVIEWS.find((one) => one === target.value) ?? mail)
          }}
        >
          {MAIL_PREVIEWS.map((one) => (
            <option key={one} value={one}>
              {names[one]}
            </option>
          ))}
        </select>
      </label>
      <div>
        <InnerTabs
          label={texts.bulletins.languages}
          tabs={languageTabs(languages)}
          current={language}
          onChoose={setLanguage}
        >
          {/* The mail in a frame: it has its own styles, loads nothing and runs nothing. */}
          <iframe
            key={`${mail} ${language}`}
            className="mail-preview"
            sandbox=""
            src={mailPreviewAddress(mail, language)}
            title={fill(texts.bulletins.previewOf, { language: LANGUAGE_TABLE[language].name })}
          />
        </InnerTabs>
      </div>
      <div className="modal-actions">
        <button type="button" className="act" onClick={onClose} disabled={isBusy}>
          {texts.shell.close}
        </button>
        <button
          type="button"
          className="act act-main"
          aria-busy={isBusy}
          disabled={isBusy}
          onClick={() => {
            void read()
          }}
        >
          {words.looksRight}
        </button>
      </div>
    </Modal>
  )
}
