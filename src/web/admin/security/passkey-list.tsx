import { useState } from 'react'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Card } from '#web/admin/card.tsx'
import { DialogButton } from '#web/admin/button.tsx'
import { ConfirmButton } from '#web/admin/confirm-button.tsx'
import { DataTable, type Column } from '#web/admin/data-table.tsx'
import { DateTime } from '#web/admin/date-time.tsx'
import { ReadState } from '#web/admin/read-state.tsx'
import { useRead } from '#web/admin/use-read.ts'
import { useReload } from '#web/admin/use-reload.ts'
import { useTell } from '#web/admin/use-tell.ts'
import { hasPasskeys } from '#web/api/passkeys.ts'
import { fill } from '#texts/format.ts'
import { AddPasskeyModal, RenamePasskeyModal } from './passkey-modals.tsx'
import { dropPasskey, type Passkeys } from './passkey-calls.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

type Passkey = Passkeys['passkeys'][number]

/** Lists the user's passkeys; each can be renamed and removed, and another one added. */
export function PasskeyList() {
  const { texts } = useAdmin()
  const words = texts.passkeys
  const passkeys = useRead<Passkeys>(['passkeys'], '/auth/passkeys')
  const [codes, setCodes] = useState<readonly string[]>([])
  const rows = passkeys.data?.passkeys ?? []
  return (
    <Card id="passkeys-title" title={words.title} lead={words.lead}>
      <ReadState query={passkeys} failed={words.failed} lines={2} />
      {passkeys.isSuccess && rows.length === 0 ? <p>{words.none}</p> : null}
      {rows.length > 0 ? <PasskeyTable rows={rows} /> : null}
      {hasPasskeys() ? (
        <div className="row">
          <DialogButton
            look="main"
            dialog={(close) => <AddPasskeyModal onCodes={setCodes} onClose={close} />}
          >
            {words.add}
          </DialogButton>
        </div>
      ) : (
        <p className="note">{words.unsupported}</p>
      )}
      {codes.length > 0 ? <RecoveryCodes codes={codes} onClose={() => setCodes([])} /> : null}
    </Card>
  )
}

function PasskeyTable({ rows }: { readonly rows: readonly Passkey[] }) {
  const { texts } = useAdmin()
  const words = texts.passkeys
  const columns: readonly Column<Passkey>[] = [
    {
      label: words.name,
      as: 'title',
      cell: ({ name, isSynced }) => (
        <>
          <bdi>{name}</bdi> {isSynced ? <span className="badge">{words.synced}</span> : null}
        </>
      ),
    },
    { label: words.created, cell: ({ createdAt }) => <DateTime at={createdAt} /> },
    {
      label: words.lastUsed,
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? words.never : <DateTime at={lastUsedAt} />),
    },
    { label: texts.keys.actions, as: 'bare', cell: (passkey) => <PasskeyButtons passkey={passkey} /> },
  ]
  return <DataTable caption={words.title} columns={columns} rows={rows} keyOf={({ id }) => id} />
}

function PasskeyButtons({ passkey: { id, name } }: { readonly passkey: Passkey }) {
  const words = useAdmin().texts.passkeys
  const reload = useReload()
  const tell = useTell()
  const remove = async () => {
    tell(await dropPasskey(id), words.notChanged, words.removed)
    void reload('passkeys')
    void reload('user')
  }
  const removeLabel = fill(words.removeOf, { name })
  return (
    <div className="row">
      <DialogButton
        isSmall
        aria-label={fill(words.renameOf, { name })}
        dialog={(close) => <RenamePasskeyModal id={id} name={name} onClose={close} />}
      >
        {words.rename}
      </DialogButton>
      <ConfirmButton
        isSmall
        look="danger"
        aria-label={removeLabel}
        confirm={{ title: removeLabel, question: words.removeText, action: words.remove, onConfirm: remove }}
      >
        {words.remove}
      </ConfirmButton>
    </div>
  )
}
