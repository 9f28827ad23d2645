import { useMemo, useState, type SubmitEvent } from 'react'
import { renderSVG } from 'uqr'
import { useAdmin } from '#web/admin/admin-context.ts'
import { LabelledInput } from '#web/admin/labelled-input.tsx'
import { InlineCode } from '#web/admin/inline-code.tsx'
import { Modal } from '#web/admin/modal.tsx'
import { describeFailure } from '#web/admin/describe-failure.ts'
import { confirmSecondFactor } from './security-calls.ts'

const QR_PX = 220
/** In modules; the page around it is dark. Source: ISO/IEC 18004. */
const QUIET_ZONE = 4

interface ScanModalProps {
  /** `otpauth://totp/…?secret=…` */
  readonly totpUri: string
  readonly onConfirmed: () => void
  readonly onClose: () => void
}

/** Shows the secret as a QR code and as text; a valid code turns the second factor on. */
export function ScanModal({ totpUri, onConfirmed, onClose }: ScanModalProps) {
  const { texts } = useAdmin()
  const words = texts.security
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const image = useMemo(
    () => `data:image/svg+xml,${encodeURIComponent(renderSVG(totpUri, { ecc: 'M', border: QUIET_ZONE }))}`,
    [totpUri],
  )
  const secret = new URLSearchParams(totpUri.split('?')[1]).get('secret') ?? ''
  const confirm = async (event: SubmitEvent) => {
    event.preventDefault()
    const outcome = await confirmSecondFactor(code.replace(/\s/g, ''))
    if (outcome.kind === 'ok') {
      onConfirmed()
      return
    }
    setFault(
      outcome.code === 'BAD_REQUEST'
        ? texts.errors.CODE_WRONG
        : describeFailure(texts, outcome, texts.errors.unknown),
    )
    setCode('')
  }
  return (
    <Modal title={words.secondFactor} onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          void confirm(event)
        }}
      >
        <p>{words.scan}</p>
        <img className="qr" src={image} alt={words.qr} width={QR_PX} height={QR_PX} />
        <p>
          {words.secret} <InlineCode>{secret}</InlineCode>
        </p>
        <LabelledInput
          label={words.code}
          fault={fault}
          inputMode="numeric"
          dir="ltr"
          autoComplete="one-time-code"
          maxLength={10}
          autoFocus
          value={code}
          onChange={({ target }) => {
            setCode(target.value)
          }}
        />
        <div className="modal-actions">
          <button type="button" className="act" onClick={onClose}>
            {texts.shell.cancel}
          </button>
          <button type="submit" className="act act-main">
            {words.confirm}
          </button>
        </div>
      </form>
    </Modal>
  )
}
