import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { BulletinRow } from '#shared/bulletins-api.ts'
import { isUuid } from '#shared/withdrawal.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { locationHash, navigateTo, useAdminLocation } from '#web/admin/admin-location.ts'
import { FailedNote } from '#web/admin/failed-note.tsx'
import { Skeleton } from '#web/admin/skeleton.tsx'
import { readBulletins } from './bulletin-calls.ts'
import { BulletinEditor } from './bulletin-editor.tsx'
import { BulletinProgressView } from './bulletin-progress.tsx'
import { BulletinTable } from './bulletin-table.tsx'
import { MailPreviews } from './mail-previews.tsx'
import { newUuid } from './new-uuid.ts'

const POLL_EVERY_MS = 2_000

/** What the studio tells all buyers: the list, and one announcement with `#/bulletins/<id>`. */
export function BulletinsTab() {
  const words = useAdmin().texts.bulletins
  const [id] = useAdminLocation().rest
  const titleId = useId()
  const list = useQuery({
    queryKey: ['bulletins'],
    queryFn: ({ signal }) => readBulletins(signal),
    refetchInterval: ({ state }) =>
      state.data?.bulletins.some((one) => one.state === 'sending') === true ? POLL_EVERY_MS : false,
  })
  const bulletins = list.data?.bulletins
  const editions = list.data?.editions
  return (
    <section className="card tab-content stack" aria-labelledby={titleId}>
      <h2 id={titleId}>{words.title}</h2>
      <p className="lead">{words.lead}</p>
      {list.isPending ? <Skeleton /> : null}
      {list.isError ? (
        <FailedNote text={words.loadFailed} error={list.error} onRetry={() => list.refetch()} />
      ) : null}
      {bulletins === undefined || editions === undefined ? null : id === undefined || !isUuid(id) ? (
        <BulletinList bulletins={bulletins} />
      ) : (
        <OneBulletin id={id} bulletin={bulletins.find((one) => one.id === id)} editions={editions} />
      )}
    </section>
  )
}

function BulletinList({ bulletins }: { readonly bulletins: readonly BulletinRow[] }) {
  const words = useAdmin().texts.bulletins
  return (
    <>
      <div className="row">
        <button
          type="button"
          className="act act-main"
          onClick={() => {
            navigateTo({ tab: 'bulletins', rest: [newUuid()] })
          }}
        >
          {words.add}
        </button>
      </div>
      {bulletins.length === 0 ? (
        <p className="empty">{words.none}</p>
      ) : (
        <BulletinTable bulletins={bulletins} />
      )}
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
