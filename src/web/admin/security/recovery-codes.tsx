import { useAdmin } from '#web/admin/admin-context.ts'
import { Button } from '#web/admin/button.tsx'
import { InlineCode } from '#web/admin/inline-code.tsx'
import { Modal } from '#web/admin/modal.tsx'
import { useToast } from '#web/admin/toasts.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { downloadText } from '#web/ui/download-text.ts'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onClose: () => void
}

/** Shows the recovery codes, once: they must be saved before the dialog is closed. */
export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  const { texts } = useAdmin()
  const words = texts.security
  const showToast = useToast()
  const text = `${codes.join('\n')}\n`
  const copy = async () => {
    const isCopied = await copyText(text)
    showToast(isCopied ? 'good' : 'bad', isCopied ? texts.shell.copied : texts.shell.copyFailed)
  }
  return (
    <Modal title={words.codesTitle} onClose={onClose}>
      <p>{words.codesLead}</p>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <InlineCode>{code}</InlineCode>
          </li>
        ))}
      </ul>
      <div className="modal-actions">
        <Button onClick={copy}>{words.copyCodes}</Button>
        <Button onClick={() => downloadText('recovery-codes.txt', text)}>{words.downloadCodes}</Button>
        <Button look="main" onClick={onClose}>
          {words.codesSaved}
        </Button>
      </div>
    </Modal>
  )
}
