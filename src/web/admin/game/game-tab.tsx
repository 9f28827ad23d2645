import type { GameContentReply } from '#shared/game-changes-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Card, CardsTab } from '#web/admin/card.tsx'
import { ExportLink } from '#web/admin/export-link.tsx'
import { ReadState } from '#web/admin/read-state.tsx'
import { useRead } from '#web/admin/use-read.ts'
import { GameForm } from './game-form.tsx'
import { GameHistory } from './game-history.tsx'
import { GAME_CONTENT } from './use-game-change.ts'

/** What owners change of the game on sale, over its folder. */
export function GameTab() {
  const words = useAdmin().texts.game
  const read = useRead<GameContentReply>(['game', 'content'], GAME_CONTENT, { refetchOnWindowFocus: false })
  return (
    <CardsTab id="game-title" title={words.title} lead={words.lead}>
      <ReadState query={read} failed={words.loadFailed} lines={12} />
      {read.data === undefined ? null : (
        <>
          <Unapplied changes={read.data.unapplied} />
          <GameForm read={read.data} />
          <GameHistory newest={read.data.version} />
          <GameFiles files={read.data.files} />
        </>
      )}
    </CardsTab>
  )
}

function Unapplied({ changes }: { readonly changes: readonly string[] }) {
  const words = useAdmin().texts.game
  if (changes.length === 0) return null
  return (
    <div className="note note-warn" role="status">
      <p>{words.unapplied}</p>
      <ul lang="en" dir="ltr">
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
    </div>
  )
}

/** The files to be copied over the game folder. */
function GameFiles({ files }: { readonly files: readonly string[] }) {
  const words = useAdmin().texts.game
  return (
    <Card id="game-files" title={words.export} lead={files.length === 0 ? words.noExport : words.exportLead}>
      {files.length === 0 ? null : (
        <div className="row">
          {files.map((file) => (
            <ExportLink key={file} href={`${GAME_CONTENT}/file?${new URLSearchParams({ file }).toString()}`}>
              <bdi dir="ltr">{file}</bdi>
            </ExportLink>
          ))}
        </div>
      )}
    </Card>
  )
}
