import { useState } from 'react'
import { PASSKEY_NAME_MAX } from '#shared/passkey-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { describeFailure } from '#web/admin/describe-failure.ts'
import { ModalForm } from '#web/admin/modal-form.tsx'
import { HintedField } from '#web/admin/text-field.tsx'
import { useToast } from '#web/admin/toasts.tsx'
import { useReload } from '#web/admin/use-reload.ts'
import { addPasskey, renamePasskey } from './passkey-calls.ts'

interface NameModalProps {
  readonly name: string
  readonly submit: string
  /** Resolves to an error message, or null on success. */
  readonly onName: (name: string) => Promise<string | null>
  readonly onClose: () => void
}

function NameModal({ name: before, submit, onName, onClose }: NameModalProps) {
  const words = useAdmin().texts.passkeys
  const [name, setName] = useState(before)
  const [fault, setFault] = useState<string | null>(null)
  const send = async () => {
    if (name.trim() !== '') setFault(await onName(name.trim()))
  }
  return (
    <ModalForm title={words.nameTitle} submit={submit} onSend={send} onClose={onClose}>
      <HintedField
        label={words.name}
        hint={words.nameHint}
        fault={fault}
        maxLength={PASSKEY_NAME_MAX}
        autoFocus
        autoComplete="off"
        value={name}
        onType={setName}
      />
    </ModalForm>
  )
}

interface AddPasskeyModalProps {
  /** Shows the recovery codes of an account's first second factor. */
  readonly onCodes: (codes: readonly string[]) => void
  readonly onClose: () => void
}

/** Asks for a name, and has the device make a passkey. */
export function AddPasskeyModal({ onCodes, onClose }: AddPasskeyModalProps) {
  const admin = useAdmin()
  const { texts } = admin
  const words = texts.passkeys
  const reload = useReload()
  const showToast = useToast()
  const add = async (name: string) => {
    const outcome = await addPasskey(name)
    if (outcome.kind === 'none') return words[outcome.reason]
    if (outcome.kind === 'failed') return describeFailure(admin, outcome, words.notAdded)
    onClose()
    showToast('good', words.added)
    onCodes(outcome.reply.recoveryCodes)
    void reload('passkeys')
    void reload('user')
    return null
  }
  return <NameModal name="" submit={texts.security.continue} onName={add} onClose={onClose} />
}

interface RenamePasskeyModalProps {
  readonly id: string
  readonly name: string
  readonly onClose: () => void
}

/** Asks for another name of a passkey. */
export function RenamePasskeyModal({ id, name, onClose }: RenamePasskeyModalProps) {
  const admin = useAdmin()
  const { texts } = admin
  const words = texts.passkeys
  const reload = useReload()
  const showToast = useToast()
  const rename = async (next: string) => {
    const outcome = await renamePasskey(id, next)
    if (outcome.kind === 'failed') return describeFailure(admin, outcome, words.notChanged)
    onClose()
    showToast('good', words.renamed)
    void reload('passkeys')
    return null
  }
  return <NameModal name={name} submit={words.save} onName={rename} onClose={onClose} />
}
