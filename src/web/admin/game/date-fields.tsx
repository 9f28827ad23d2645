import { useAdmin } from '#web/admin/admin-context.ts'
import { Card } from '#web/admin/card.tsx'
import { localTime } from '#web/admin/local-time.ts'
import { MomentField } from '#web/admin/moment-field.tsx'
import { SelectField } from '#web/admin/select-field.tsx'
import type { GameFieldsProps } from './edition-fields.tsx'

interface DateFieldsProps extends GameFieldsProps {
  /** Whether a setting decides about the release. */
  readonly isReleaseSet: boolean
}

/** When the game is released, and what follows. */
export function DateFields({ typed, isReleaseSet, onChange }: DateFieldsProps) {
  const words = useAdmin().texts.game
  const { releaseAt, afterLaunch } = typed
  return (
    <Card id="game-dates" title={words.dates}>
      <MomentField
        label={words.releaseAt}
        moment={releaseAt === '' ? '' : localTime(releaseAt)}
        isDisabled={isReleaseSet}
        hint={isReleaseSet ? words.releaseSet : words.releaseHint}
        onChoose={(moment) => {
          onChange({ ...typed, releaseAt: moment === '' ? '' : new Date(moment).toISOString() })
        }}
      />
      <SelectField
        label={words.afterLaunch}
        value={afterLaunch ?? 'open'}
        options={['open', 'out-now'] as const}
        nameOf={(kind) => words.afterLaunchKinds[kind]}
        onChoose={(kind) => onChange({ ...typed, afterLaunch: kind === 'open' ? null : kind })}
      />
    </Card>
  )
}
