import type { KeyRow } from '#shared/admin-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Button } from '#web/admin/button.tsx'
import { InlineCode } from '#web/admin/inline-code.tsx'
import { CopyIconButton } from '#web/admin/copy-icon-button.tsx'
import { useMay } from '#web/admin/staff-context.ts'
import { useToast } from '#web/admin/toasts.tsx'
import { useBusy } from '#web/admin/use-busy.ts'
import { revealKey, describeKeyFailure } from './key-calls.ts'

interface KeyCellProps {
  readonly row: KeyRow
  readonly revealed: string | undefined
  readonly onReveal: (key: string) => void
}

/** Shows a whole key, or a masked one with a button that reveals it. Each reveal is audited. */
export function KeyCell({ row, revealed, onReveal }: KeyCellProps) {
  const admin = useAdmin()
  const may = useMay()
  const showToast = useToast()
  const [isBusy, run] = useBusy()
  const { keys } = admin.texts
  // without the right to see the list in plain, only keys that were sold
  const mayReveal = may('keys.reveal') && (may('keys.plain') || row.used_at !== null)
  const isWhole = !row.is_masked || revealed !== undefined
  const reveal = async () => {
    const outcome = await revealKey(row.id)
    if (outcome.kind === 'ok') onReveal(outcome.reply.key)
    else showToast('bad', describeKeyFailure(admin, 'reveal', outcome))
  }
  return (
    <span className="seen-key">
      <InlineCode>{revealed ?? row.game_key}</InlineCode>
      {isWhole ? <CopyIconButton text={revealed ?? row.game_key} label={keys.copyKey} /> : null}
      {!isWhole && mayReveal ? (
        <Button isSmall title={keys.revealNote} isBusy={isBusy} onClick={() => run(reveal)}>
          {keys.reveal}
        </Button>
      ) : null}
    </span>
  )
}
