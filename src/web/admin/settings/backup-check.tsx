import type { SettingsCheckReply } from '#shared/reports-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Badge } from '#web/admin/badge.tsx'
import { Card } from '#web/admin/card.tsx'
import { DateTime } from '#web/admin/date-time.tsx'
import { InlineCode } from '#web/admin/inline-code.tsx'

/** Shows when the shop was last backed up and last restored on trial, and what failed since. */
export function BackupCheck({ backups }: Pick<SettingsCheckReply, 'backups'>) {
  const { texts } = useAdmin()
  const words = texts.settings
  const { lastAt, verifiedAt, failure, checkFailure } = backups
  return (
    <Card id="backups-title" title={words.backups}>
      <p>
        <Badge isGood={backups.isScheduled}>
          {backups.isScheduled ? words.backupDaily : words.backupNotScheduled}
        </Badge>{' '}
        <Badge isGood={backups.isEncrypted}>
          {backups.isEncrypted ? words.backupEncrypted : words.backupNotEncrypted}
        </Badge>
      </p>
      <p>
        {words.lastBackup}
        {texts.shell.colon} {lastAt === null ? words.never : <DateTime at={lastAt} />}
      </p>
      <p>
        {words.lastVerified}
        {texts.shell.colon} {verifiedAt === null ? words.never : <DateTime at={verifiedAt} />}
      </p>
      {backups.isOld ? <p className="note note-warn">{words.backupOld}</p> : null}
      {failure === null ? null : (
        <p className="note note-warn">
          {words.backupFailed}
          {texts.shell.colon} <InlineCode>{failure.code}</InlineCode> <DateTime at={failure.at} />
        </p>
      )}
      {checkFailure === null ? null : (
        <p className="note note-warn">
          {words.restoreCheckFailed}
          {texts.shell.colon} <InlineCode>{checkFailure.code}</InlineCode> <DateTime at={checkFailure.at} />
        </p>
      )}
    </Card>
  )
}
