import type * as z from 'zod'
import type { BulletinRow, BulletinsReply } from '#shared/bulletins-api.ts'
import { isUuid } from '#shared/withdrawal.ts'
import { EmptyState } from '#web/admin/empty-state.tsx'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Card } from '#web/admin/card.tsx'
import { ReadState } from '#web/admin/read-state.tsx'
import { Button } from '#web/admin/button.tsx'
import { locationHash, navigateTo, useAdminLocation } from '#web/admin/admin-location.ts'
import { useRead } from '#web/admin/use-read.ts'
import { BulletinEditor } from './bulletin-editor.tsx'
import { BulletinProgressView } from './bulletin-progress.tsx'
import { BulletinTable } from './bulletin-table.tsx'
import { MailPreviews } from './mail-previews.tsx'
import { newUuid } from './new-uuid.ts'
import { BULLETINS } from './use-bulletin-change.ts'

const POLL_EVERY_MS = 2_000

/** What the studio tells all buyers: the list, and one announcement with `#/bulletins/<id>`. */
export function BulletinsTab() {
  const words = useAdmin().texts.bulletins
  const [id] = useAdminLocation().rest
  const list = useRead<z.infer<typeof BulletinsReply>>(['bulletins'], BULLETINS, {
    refetchInterval: ({ state }) =>
      state.data?.bulletins.some((one) => one.state === 'sending') === true ? POLL_EVERY_MS : false,
  })
  const bulletins = list.data?.bulletins
  const editions = list.data?.editions
  return (
    <Card id="bulletins-title" title={words.title} lead={words.lead} isTab>
      <ReadState query={list} failed={words.loadFailed} />
      {bulletins === undefined || editions === undefined ? null : id === undefined || !isUuid(id) ? (
        <BulletinList bulletins={bulletins} />
      ) : (
        <OneBulletin id={id} bulletin={bulletins.find((one) => one.id === id)} editions={editions} />
      )}
    </Card>
  )
}

function BulletinList({ bulletins }: { readonly bulletins: readonly BulletinRow[] }) {
  const words = useAdmin().texts.bulletins
  return (
    <>
      <div className="row">
        <Button look="main" onClick={() => navigateTo({ tab: 'bulletins', rest: [newUuid()] })}>
          {words.add}
        </Button>
      </div>
      {bulletins.length === 0 ? <EmptyState text={words.none} /> : <BulletinTable bulletins={bulletins} />}
    </>
  )
}

interface OneBulletinProps {
  readonly id: string
  /** Undefined: it is not saved yet. */
  readonly bulletin: BulletinRow | undefined
  readonly editions: readonly string[]
}

function OneBulletin({ id, bulletin, editions }: OneBulletinProps) {
  const words = useAdmin().texts.bulletins
  const isSent = bulletin !== undefined && bulletin.state !== 'draft'
  return (
    <>
      <p>
        <a href={locationHash({ tab: 'bulletins' })}>{words.back}</a>
      </p>
      {isSent ? (
        <>
          <BulletinProgressView bulletin={bulletin} />
          <MailPreviews bulletin={bulletin} />
        </>
      ) : (
        <BulletinEditor key={id} id={id} saved={bulletin} editions={editions} />
      )}
    </>
  )
}
