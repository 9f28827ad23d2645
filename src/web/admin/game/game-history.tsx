import type { GameVersionRow, GameVersionsReply } from '#shared/game-changes-api.ts'
import { fill, formatCount } from '#texts/format.ts'
import { useAdmin, type AdminContextValue } from '#web/admin/admin-context.ts'
import { Card } from '#web/admin/card.tsx'
import { ConfirmButton } from '#web/admin/confirm-button.tsx'
import { DataTable, type Column } from '#web/admin/data-table.tsx'
import { DateTime } from '#web/admin/date-time.tsx'
import { EmailCell } from '#web/admin/email-cell.tsx'
import { MoreButton } from '#web/admin/more-button.tsx'
import { ReadState } from '#web/admin/read-state.tsx'
import { useReadPages } from '#web/admin/use-read.ts'
import { DifferenceList } from './difference-list.tsx'
import { GAME_CONTENT, useGameChange } from './use-game-change.ts'

/** Who changed what and when, and what puts it back. */
export function GameHistory({ newest }: { readonly newest: number }) {
  const { texts } = useAdmin()
  const words = texts.game
  const list = useReadPages<GameVersionsReply>(['game', 'versions'], `${GAME_CONTENT}/versions`, {})
  const versions = list.data?.pages.flatMap((page) => page.versions) ?? []
  return (
    <Card id="game-history" title={words.history}>
      <ReadState query={list} failed={words.loadFailed} />
      {list.data !== undefined && versions.length === 0 ? <p className="lead">{words.noHistory}</p> : null}
      {versions.length === 0 ? null : <VersionTable versions={versions} newest={newest} />}
      <MoreButton list={list} label={texts.audit.more} />
      {newest === 0 || list.hasNextPage ? null : (
        <div className="row">
          <RestoreButton newest={newest} to={0} />
          <span>{words.folder}</span>
        </div>
      )}
    </Card>
  )
}

interface VersionTableProps {
  readonly versions: readonly GameVersionRow[]
  readonly newest: number
}

function VersionTable({ versions, newest }: VersionTableProps) {
  const admin = useAdmin()
  const { texts, language } = admin
  const words = texts.game
  const columns: readonly Column<GameVersionRow>[] = [
    { label: words.version, as: 'header', cell: ({ version }) => formatCount(language, version) },
    { label: words.at, cell: ({ madeAt }) => <DateTime at={madeAt} /> },
    { label: words.by, cell: ({ madeBy }) => <EmailCell email={madeBy} /> },
    {
      label: words.what,
      cell: ({ restores, differences }) => (
        <>
          {restores === null ? null : <p>{fill(words.puts, { version: versionName(admin, restores) })}</p>}
          <DifferenceList differences={differences} />
        </>
      ),
    },
    {
      label: texts.keys.actions,
      as: 'bare',
      cell: ({ version }) =>
        version === newest ? (
          <RestoreButton newest={newest} to={version - 1} undoes={version} />
        ) : (
          <RestoreButton newest={newest} to={version} />
        ),
    },
  ]
  return (
    <DataTable
      caption={words.history}
      columns={columns}
      rows={versions}
      keyOf={({ version }) => String(version)}
    />
  )
}

interface RestoreButtonProps {
  readonly newest: number
  /** The version that is put back. */
  readonly to: number
  /** The version that is undone by it, where that is what it is for. */
  readonly undoes?: number
}

function RestoreButton({ newest, to, undoes }: RestoreButtonProps) {
  const admin = useAdmin()
  const words = admin.texts.game
  const change = useGameChange()
  const label = undoes === undefined ? words.restore : words.undo
  const question =
    undoes === undefined
      ? fill(words.restoreQuestion, { version: versionName(admin, to) })
      : fill(words.undoQuestion, { version: formatCount(admin.language, undoes) })
  const restore = () => change({ action: 'undo', basedOn: newest, to }, words.saved)
  return (
    <ConfirmButton
      isSmall
      aria-label={`${label}${admin.texts.shell.colon} ${versionName(admin, undoes ?? to)}`}
      confirm={{ title: label, question, action: label, isDangerous: false, onConfirm: restore }}
    >
      {label}
    </ConfirmButton>
  )
}

function versionName({ texts, language }: AdminContextValue, version: number): string {
  return version === 0 ? texts.game.folder : `${texts.game.version} ${formatCount(language, version)}`
}
