import { useState } from 'react'
import { MAIL_PREVIEWS, type MailPreviewId } from '#shared/first-day-api.ts'
import { defaultLanguage, type Language } from '#shared/languages.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { LanguageTabs, FramedMail } from '#web/admin/bulletins/mail-previews.tsx'
import { Button } from '#web/admin/button.tsx'
import { Modal } from '#web/admin/modal.tsx'
import { SelectField } from '#web/admin/select-field.tsx'
import { useBusy } from '#web/admin/use-busy.ts'

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
  const [isBusy, run] = useBusy()
  const names = { ...texts.orders.templates, ...words.templates }
  const read = async () => {
    await onRead()
    onClose()
  }
  return (
    <Modal title={words.mailsTitle} onClose={onClose} isWide>
      <SelectField
        label={words.mail}
        value={mail}
        options={MAIL_PREVIEWS}
        nameOf={(one) => names[one]}
        onChoose={setMail}
      />
      <LanguageTabs language={language} onChoose={setLanguage}>
        <FramedMail key={mail} address={`/functions/mail-previews/${mail}`} language={language} />
      </LanguageTabs>
      <div className="modal-actions">
        <Button onClick={onClose} disabled={isBusy}>
          {texts.shell.close}
        </Button>
        <Button look="main" isBusy={isBusy} onClick={() => run(read)}>
          {words.looksRight}
        </Button>
      </div>
    </Modal>
  )
}
