import { bulletinWordsIn, type BulletinRow } from '#shared/bulletins-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { locationHash } from '#web/admin/admin-location.ts'
import { DataTable, type Column } from '#web/admin/data-table.tsx'
import { DateTime } from '#web/admin/date-time.tsx'
import { fill } from '#texts/format.ts'
import { ActionButton } from '#web/admin/action-button.tsx'
import { BulletinBadge, ProgressLine } from './bulletin-progress.tsx'
import { useBulletinChange } from './use-bulletin-change.ts'

/** All announcements, the newest first. */
export function BulletinTable({ bulletins }: { readonly bulletins: readonly BulletinRow[] }) {
  const { texts, language, languages, editionName } = useAdmin()
  const words = texts.bulletins
  const change = useBulletinChange()
  const remove = ({ id, kind, editions, texts: words, prices }: BulletinRow) => {
    // the draft is written again as it was
    const content = {
      kind,
      editions: [...editions],
      texts: words,
      ...(prices === undefined ? {} : { prices }),
    }
    return change({ action: 'delete', id }, texts.integrations.done, { action: 'save', id, ...content })
  }
  const nameOf = (bulletin: BulletinRow) => bulletinWordsIn(bulletin.texts, language, languages).subject
  const columns: readonly Column<BulletinRow>[] = [
    {
      label: words.subject,
      as: 'title',
      cell: (bulletin) => (
        <a href={locationHash({ tab: 'bulletins', rest: [bulletin.id] })}>
          <bdi>{nameOf(bulletin)}</bdi>
        </a>
      ),
    },
    { label: words.kind, cell: ({ kind }) => words.kinds[kind] },
    {
      label: words.editions,
      cell: ({ editions }) =>
        new Intl.ListFormat(language, { type: 'unit' }).format(editions.map((one) => editionName(one))),
    },
    {
      label: words.state,
      cell: (bulletin) => (
        <>
          <BulletinBadge state={bulletin.state} /> <ProgressLine bulletin={bulletin} />
        </>
      ),
    },
    { label: words.startedAt, cell: ({ startedAt }) => <DateTime at={startedAt} /> },
    {
      label: texts.keys.actions,
      as: 'bare',
      cell: (bulletin) => (
        <div className="row">
          <a
            className="act act-small"
            href={locationHash({ tab: 'bulletins', rest: [bulletin.id] })}
            aria-label={fill(texts.integrations.actionFor, { action: words.open, name: nameOf(bulletin) })}
          >
            {words.open}
          </a>
          {bulletin.state === 'draft' ? (
            <ActionButton
              label={words.remove}
              name={nameOf(bulletin)}
              question={words.removeQuestion}
              isDangerous
              onAct={() => remove(bulletin)}
            />
          ) : null}
        </div>
      ),
    },
  ]
  return <DataTable caption={words.list} columns={columns} rows={bulletins} keyOf={({ id }) => id} />
}
