import { useState } from 'react'
import type { KeyRow } from '#shared/admin-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Code } from '#web/admin/code.tsx'
import { CopyAct } from '#web/admin/copy-act.tsx'
import { useMay } from '#web/admin/staff-context.ts'
import { useToast } from '#web/admin/toasts.tsx'
import { revealKey, wordKeyFailure } from './key-calls.ts'

interface SeenKeyProps {
  readonly row: KeyRow
  readonly revealed: string | undefined
  readonly onReveal: (key: string) => void
}

/** Shows a whole key, or a masked one with a button that reveals it. Each reveal is audited. */
export function SeenKey({ row, revealed, onReveal }: SeenKeyProps) {
  const admin = useAdmin()
  const may = useMay()
  const say = useToast()
  const [isBusy, setIsBusy] = useState(false)
  const { keys } = admin.texts
  const isWhole = !row.is_masked || revealed !== undefined
  const reveal = async () => {
    setIsBusy(true)
    const outcome = await revealKey(row.id)
    setIsBusy(false)
    if (outcome.kind === 'ok') onReveal(outcome.reply.key)
    else say('bad', wordKeyFailure(admin, 'reveal', outcome))
  }
  return (
    <span className="seen-key">
      <Code>{revealed ?? row.game_key}</Code>
      {isWhole ? <CopyAct text={revealed ?? row.game_key} label={keys.copyKey} /> : null}
      {!isWhole && may('keys.reveal') ? (
        <button
          type="button"
          className="act act-small"
          title={keys.revealNote}
          aria-busy={isBusy}
          disabled={isBusy}
          onClick={() => {
            void reveal()
          }}
        >
          {keys.reveal}
        </button>
      ) : null}
    </span>
  )
}
