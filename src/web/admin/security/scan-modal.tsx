import { useState } from 'react'
import { useAdmin } from '#web/admin/admin-context.ts'
import { HintedField } from '#web/admin/text-field.tsx'
import { InlineCode } from '#web/admin/inline-code.tsx'
import { QrImage } from '#web/admin/qr-image.tsx'
import { ModalForm } from '#web/admin/modal-form.tsx'
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
  const admin = useAdmin()
  const { texts } = admin
  const words = texts.security
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const secret = new URLSearchParams(totpUri.split('?')[1]).get('secret') ?? ''
  const confirm = async () => {
    const outcome = await confirmSecondFactor(code.replace(/\s/g, ''))
    if (outcome.kind === 'ok') {
      onConfirmed()
      return
    }
    setFault(
      outcome.code === 'BAD_REQUEST'
        ? texts.errors.CODE_WRONG
        : describeFailure(admin, outcome, texts.errors.unknown),
    )
    setCode('')
  }
  return (
    <ModalForm title={words.secondFactor} submit={words.confirm} onSend={confirm} onClose={onClose}>
      <p>{words.scan}</p>
      <QrImage text={totpUri} alt={words.qr} size={QR_PX} quietZone={QUIET_ZONE} />
      <p>
        {words.secret} <InlineCode>{secret}</InlineCode>
      </p>
      <HintedField
        label={words.code}
        fault={fault}
        inputMode="numeric"
        dir="ltr"
        autoComplete="one-time-code"
        maxLength={10}
        autoFocus
        value={code}
        onType={setCode}
      />
    </ModalForm>
  )
}
