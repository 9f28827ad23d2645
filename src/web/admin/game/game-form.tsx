import { useState } from 'react'
import { gameDifferences, type GameContent } from '#shared/game-changes.ts'
import type { GameContentReply } from '#shared/game-changes-api.ts'
import { rebaseGame } from '#shared/rebase-game.ts'
import { FillText } from '#web/ui/fill-text.tsx'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Button } from '#web/admin/button.tsx'
import { Card } from '#web/admin/card.tsx'
import { ConfirmButton } from '#web/admin/confirm-button.tsx'
import { DateTime } from '#web/admin/date-time.tsx'
import { Form, SubmitButton } from '#web/admin/form.tsx'
import { DifferenceList } from './difference-list.tsx'
import { EditionFields, type GameFieldsProps } from './edition-fields.tsx'
import { isCompleteGame, trimGame } from './typed-game.ts'
import { GAME_CONTENT, useGameChange } from './use-game-change.ts'
import { WordsFields } from './words-fields.tsx'
import { localTime } from '#web/admin/local-time.ts'
import { MomentField } from '#web/admin/moment-field.tsx'
import { SelectField } from '#web/admin/select-field.tsx'

/** The form of everything that can be changed, with what its entries would change. */
export function GameForm({ read }: { readonly read: GameContentReply }) {
  const words = useAdmin().texts.game
  const change = useGameChange()
  const [begun, setBegun] = useState(read)
  const [typed, setTyped] = useState<GameContent>(read.draft?.content ?? read.content)
  // somebody has saved: entries stay, and what was not touched is as it was saved
  if (read.version !== begun.version) {
    setBegun(read)
    setTyped(rebaseGame(begun.content, typed, read.content))
  }
  const content = trimGame(typed)
  const differences = gameDifferences(read.content, content)
  const canSave = differences.length > 0 && isCompleteGame(content)
  const basedOn = read.version
  const preview = async () => {
    // opened before the draft is stored: a browser lets nothing open later
    const page = open('', '_blank')
    const isStored = await change({ action: 'draft', basedOn, content }, null)
    if (!isStored) page?.close()
    else page?.location.replace(`${GAME_CONTENT}/preview`)
  }
  const discard = async () => {
    if (await change({ action: 'discard' }, words.discarded)) setTyped(read.content)
  }
  return (
    <Form className="stack" onSend={() => change({ action: 'save', basedOn, content }, words.saved)}>
      {read.draft === null ? null : (
        <p className="note" role="status">
          <FillText text={words.draft} values={{ at: <DateTime at={read.draft.savedAt} /> }} />
        </p>
      )}
      <EditionFields typed={typed} onChange={setTyped} />
      <DateFields typed={typed} isReleaseSet={read.isReleaseSet} onChange={setTyped} />
      <WordsFields typed={typed} onChange={setTyped} />
      <Card id="game-changes" title={words.changes}>
        {differences.length === 0 ? <p className="lead">{words.noChanges}</p> : null}
        <DifferenceList differences={differences} />
        {differences.length > 0 && !canSave ? (
          <p className="note note-warn" role="status">
            {words.invalid}
          </p>
        ) : null}
        <div className="row">
          <SubmitButton disabled={!canSave}>{words.save}</SubmitButton>
          <Button disabled={!canSave} onClick={preview}>
            {words.preview}
          </Button>
          <ConfirmButton
            look="quiet"
            disabled={differences.length === 0 && read.draft === null}
            confirm={{
              title: words.discard,
              question: words.discardQuestion,
              action: words.discard,
              onConfirm: discard,
            }}
          >
            {words.discard}
          </ConfirmButton>
        </div>
        <p className="lead">{words.previewHint}</p>
      </Card>
    </Form>
  )
}

interface DateFieldsProps extends GameFieldsProps {
  /** Whether a setting decides about the release. */
  readonly isReleaseSet: boolean
}

/** When the game is released, and what follows. */
function DateFields({ typed, isReleaseSet, onChange }: DateFieldsProps) {
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
