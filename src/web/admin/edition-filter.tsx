import type { EditionId } from '#shared/editions.ts'
import { useAdmin } from './admin-context.ts'
import { SelectChip } from './select-field.tsx'

interface EditionFilterProps {
  /** An edition id, or `all`; the edition may no longer be on sale. */
  readonly edition: EditionId
  readonly onChoose: (edition: EditionId) => void
}

/** Filters by edition: those on sale, and the selected one if it is no longer on sale. */
export function EditionFilter({ edition, onChoose }: EditionFilterProps) {
  const { texts, editionIds, editionName } = useAdmin()
  return (
    <SelectChip
      label={texts.keys.edition}
      value={edition}
      options={[...new Set(['all', ...editionIds, edition])]}
      nameOf={(one) => (one === 'all' ? texts.keys.allEditions : editionName(one))}
      onChoose={onChoose}
    />
  )
}
