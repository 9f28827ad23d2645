import { USUAL_GAP_LIMIT } from '#shared/constants.ts'
import { railOf } from '#shared/rails.ts'
import type { SettingsCheckReply } from '#shared/reports-api.ts'
import { EmptyState } from '#web/admin/empty-state.tsx'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Badge } from '#web/admin/badge.tsx'
import { Card, CardsTab } from '#web/admin/card.tsx'
import { ReadState } from '#web/admin/read-state.tsx'
import { Button } from '#web/admin/button.tsx'
import { walletName } from '#web/admin/wallet-name.ts'
import { InlineCode } from '#web/admin/inline-code.tsx'
import { DataTable, type Column } from '#web/admin/data-table.tsx'
import { RecoverySection } from '#web/admin/recovery/recovery-section.tsx'
import { networkLabel } from '#web/admin/orders/network-label.ts'
import { useRead } from '#web/admin/use-read.ts'
import { DateTime } from '#web/admin/date-time.tsx'
import { fill, formatCount, formatMegabytes } from '#texts/format.ts'
import { ChainCheck } from './chain-check.tsx'
import { chainName } from '#shared/chain-name.ts'
import { OrderLink } from '#web/admin/copyable-code.tsx'

type Wallet = SettingsCheckReply['wallets'][number]

/** Shows whether the shop is set up correctly: the current state of nodes, mail, database and wallets. */
export function SettingsTab() {
  const { texts } = useAdmin()
  const words = texts.settings
  const check = useRead<SettingsCheckReply>(['settings-check'], '/functions/settings-check', {
    refetchOnWindowFocus: false,
  })
  return (
    <CardsTab id="settings-title" title={words.title} lead={words.lead}>
      <div className="row">
        <Button isBusy={check.isFetching} onClick={() => check.refetch()}>
          {words.again}
        </Button>
        {check.data === undefined ? null : (
          <p className="lead">
            {words.checkedAt} <DateTime at={check.data.checkedAt} />
          </p>
        )}
      </div>
      <ReadState query={check} failed={words.failed} lines={8} />
      {check.data === undefined ? null : <SettingsReport reply={check.data} />}
      <RecoverySection />
    </CardsTab>
  )
}

function SettingsReport({ reply }: { readonly reply: SettingsCheckReply }) {
  const { texts } = useAdmin()
  const words = texts.settings
  return (
    <>
      <Card id="rails-title" title={words.rails}>
        <ul className="lines">
          {reply.rails.map(({ network, available, reason }) => (
            <li key={network}>
              <bdi>{networkLabel(railOf(network))}</bdi>
              <Badge isGood={available}>
                {available ? words.available : words.unavailable}
                {reason === null ? null : `${texts.shell.colon} ${words.reasons[reason]}`}
              </Badge>
            </li>
          ))}
        </ul>
      </Card>
      <div className="order-columns">
        {reply.chains.map((chain) => (
          <ChainCheck key={chain.chain} chain={chain} />
        ))}
      </div>
      <div className="two-columns">
        <MailCheck mail={reply.mail} />
        <DatabaseCheck database={reply.database} />
      </div>
      <BackupCheck backups={reply.backups} />
      <FrozenCheck frozen={reply.frozen} />
      <WalletCheck wallets={reply.wallets} />
    </>
  )
}

function MailCheck({ mail }: Pick<SettingsCheckReply, 'mail'>) {
  const { texts, language } = useAdmin()
  const words = texts.settings
  return (
    <Card id="mail-title" title={words.mail}>
      <p>
        <Badge isGood={mail.kind !== 'fault'}>{words.mailKinds[mail.kind]}</Badge>{' '}
        {mail.message === null ? null : <bdi>{mail.message}</bdi>}
      </p>
      <p>
        {words.unsent}
        {texts.shell.colon} {formatCount(language, mail.unsent)}{' '}
        {mail.oldestUnsentAt === null ? null : <DateTime at={mail.oldestUnsentAt} />}
      </p>
    </Card>
  )
}

function DatabaseCheck({ database }: Pick<SettingsCheckReply, 'database'>) {
  const { texts, language } = useAdmin()
  const words = texts.settings
  return (
    <Card id="database-title" title={words.database}>
      <p>
        <bdi>{`PostgreSQL ${database.version.split(' ', 1).join('')}`}</bdi>
      </p>
      <p>
        {words.size}
        {texts.shell.colon} {formatMegabytes(language, database.sizeBytes)} · {words.connections}
        {texts.shell.colon} {formatCount(language, database.connections)}
      </p>
    </Card>
  )
}

function WalletCheck({ wallets }: { readonly wallets: readonly Wallet[] }) {
  const { texts, language } = useAdmin()
  const words = texts.settings
  const columns: readonly Column<Wallet>[] = [
    {
      label: words.wallet,
      as: 'title',
      cell: ({ wallet, fingerprint, isCurrent }) => (
        <>
          <bdi>{walletName(wallet)}</bdi> <InlineCode>{fingerprint}</InlineCode>{' '}
          {isCurrent ? <span className="badge badge-available">{words.current}</span> : null}
        </>
      ),
    },
    { label: words.nextIndex, as: 'number', cell: ({ nextIndex }) => formatCount(language, nextIndex) },
    {
      label: words.highest,
      as: 'number',
      cell: ({ highestUsedIndex }) =>
        highestUsedIndex === null ? texts.shell.none : formatCount(language, highestUsedIndex),
    },
    { label: words.nextGap, as: 'number', cell: ({ nextGap }) => formatCount(language, nextGap) },
    { label: words.gap, as: 'number', cell: ({ gapLimit }) => formatCount(language, gapLimit) },
  ]
  return (
    <Card id="wallets-title" title={words.wallets}>
      {wallets.length === 0 ? (
        <EmptyState isLine text={texts.shell.none} />
      ) : (
        <DataTable
          caption={words.wallets}
          columns={columns}
          rows={wallets}
          keyOf={({ wallet, fingerprint }) => `${wallet} ${fingerprint}`}
        />
      )}
      {wallets.some(({ isCurrent, gapLimit }) => isCurrent && gapLimit > USUAL_GAP_LIMIT) ? (
        <p role="status">{fill(words.gapAdvice, { usual: formatCount(language, USUAL_GAP_LIMIT) })}</p>
      ) : null}
    </Card>
  )
}

/** Shows the tokens on the shop's own addresses that their issuers have frozen, and the orders they paid. */
function FrozenCheck({ frozen }: Pick<SettingsCheckReply, 'frozen'>) {
  const { texts, language } = useAdmin()
  const words = texts.settings
  return (
    <Card id="frozen-title" title={words.frozen} lead={words.frozenLead}>
      {frozen.length === 0 ? <p>{words.nothingFrozen}</p> : null}
      {frozen.map(({ chain, asset, amount, addresses, unknown, orders }) => (
        <div key={`${chain} ${asset}`} className="stack">
          {addresses > 0 ? (
            <p className="note note-warn">
              {fill(words.frozenAmount, {
                amount: `\u2068${amount} ${asset} (${chainName(chain)})\u2069`,
                count: formatCount(language, addresses),
              })}
            </p>
          ) : null}
          {unknown > 0 ? (
            <p className="note note-warn">
              {fill(words.frozenUnknown, { count: formatCount(language, unknown) })}{' '}
              <bdi>{`${asset} (${chainName(chain)})`}</bdi>
            </p>
          ) : null}
          {orders.length > 0 ? (
            <ul className="lines">
              {orders.map((id) => (
                <li key={id}>
                  <OrderLink id={id} />
                </li>
              ))}
            </ul>
          ) : null}
        </div>
      ))}
    </Card>
  )
}

/** Shows when the shop was last backed up and last restored on trial, and what failed since. */
function BackupCheck({ backups }: Pick<SettingsCheckReply, 'backups'>) {
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
