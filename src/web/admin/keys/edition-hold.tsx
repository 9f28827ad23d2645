import type { EditionId } from '#shared/editions.ts'
import type { KeyHold, KeyHoldRequest, KeyHoldsReply } from '#shared/key-release-api.ts'
import { fill, formatCount, plural } from '#texts/format.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { DateTime } from '#web/admin/date-time.tsx'
import { callAdmin } from '#web/admin/call-admin.ts'
import { FailedNote } from '#web/admin/failed-note.tsx'
import { ActionButton } from '#web/admin/action-button.tsx'
import { useMay } from '#web/admin/staff-context.ts'
import { useRead } from '#web/admin/use-read.ts'
import { useReload } from '#web/admin/use-reload.ts'
import { useTell } from '#web/admin/use-tell.ts'
import { FillText } from '#web/ui/fill-text.tsx'

const PATH = '/functions/key-holds'

/** While keys are handed out, and while orders come in that wait. */
const POLL_EVERY_MS = { underWay: 1_000, held: 10_000 }

/** Whether the keys of an edition are held until its release, how far a release is, and the button that changes it. */
export function EditionHold({ edition }: { readonly edition: EditionId }) {
  const { texts } = useAdmin()
  const words = texts.keys.hold
  const list = useRead<KeyHoldsReply>(['key-holds'], PATH, {
    refetchInterval: ({ state }) => {
      const holds = state.data?.holds ?? []
      if (holds.some(isUnderWay)) return POLL_EVERY_MS.underWay
      return holds.some((one) => one.heldSince !== null) ? POLL_EVERY_MS.held : false
    },
  })
  const hold = list.data?.holds.find((one) => one.edition === edition)
  if (list.isError) {
    return <FailedNote text={words.loadFailed} query={list} />
  }
  if (hold === undefined) return null
  return (
    <div className="stack edition-hold" data-testid={`${edition}-hold`}>
      <h4>{words.title}</h4>
      <HoldState hold={hold} />
      <HoldButton hold={hold} />
    </div>
  )
}

function isUnderWay({ heldSince, orders }: KeyHold): boolean {
  return heldSince === null && orders > 0
}

function HoldState({ hold }: { readonly hold: KeyHold }) {
  const { texts, language } = useAdmin()
  const words = texts.keys.hold
  const { heldSince, orders, released } = hold
  if (heldSince !== null) {
    return (
      <div role="status" className="note note-warn">
        <p>
          <FillText text={words.on} values={{ time: <DateTime at={heldSince} /> }} />{' '}
          {plural(language, words.waiting, orders)}
        </p>
      </div>
    )
  }
  const done = released === null ? 0 : Math.max(0, released.orders - orders)
  const counted = { done: formatCount(language, done), total: formatCount(language, released?.orders ?? 0) }
  return (
    <div role="status">
      {released !== null && released.orders > 0 ? <p>{fill(words.progress, counted)}</p> : <p>{words.off}</p>}
      {isUnderWay(hold) && released !== null ? (
        <progress max={released.orders} value={done} aria-label={words.title} />
      ) : null}
    </div>
  )
}

/** Only for those who may hold keys. */
function HoldButton({ hold }: { readonly hold: KeyHold }) {
  const { texts, language, editionName } = useAdmin()
  const words = texts.keys.hold
  const may = useMay()
  const reload = useReload()
  const tell = useTell()
  if (!may('keys.hold')) return null
  const isHeld = hold.heldSince !== null
  return (
    <ActionButton
      key={String(isHeld)}
      label={isHeld ? words.releaseAction : words.holdAction}
      name={editionName(hold.edition)}
      question={isHeld ? plural(language, words.releaseQuestion, hold.orders) : words.holdQuestion}
      onAct={async () => {
        const request: KeyHoldRequest = { edition: hold.edition, isHeld: !isHeld }
        tell(await callAdmin('POST', PATH, request), words.failed, null)
        await reload('key-holds')
      }}
    />
  )
}
