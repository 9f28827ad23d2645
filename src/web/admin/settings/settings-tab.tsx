import { useQuery } from '@tanstack/react-query'
import { USUAL_GAP_LIMIT } from '#shared/constants.ts'
import { railOf } from '#shared/rails.ts'
import type { SettingsCheckReply } from '#shared/reports-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { walletName } from '#web/admin/wallet-name.ts'
import { InlineCode } from '#web/admin/inline-code.tsx'
import { DataTable, type Column } from '#web/admin/data-table.tsx'
import { FailedNote } from '#web/admin/failed-note.tsx'
import { RecoverySection } from '#web/admin/recovery/recovery-section.tsx'
import { networkLabel } from '#web/admin/orders/network-label.ts'
import { Skeleton } from '#web/admin/skeleton.tsx'
import { DateTime } from '#web/admin/date-time.tsx'
import { readOrThrow } from '#web/api/query-client.ts'
import { fill, formatCount, formatMegabytes } from '#texts/format.ts'
import { BackupCheck } from './backup-check.tsx'
import { ChainCheck } from './chain-check.tsx'
import { FrozenCheck } from './frozen-check.tsx'

type Wallet = SettingsCheckReply['wallets'][number]

/** Shows whether the shop is set up correctly: the current state of nodes, mail, database and wallets. */
export function SettingsTab() {
  const { texts } = useAdmin()
  const words = texts.settings
  const check = useQuery({
    queryKey: ['settings-check'],
    queryFn: ({ signal }) => readOrThrow<SettingsCheckReply>('/functions/settings-check', { signal }),
    refetchOnWindowFocus: false,
  })
  return (
    <section className="tab-content stack" aria-labelledby="settings-title">
      <h2 id="settings-title" className="tab-title">
        {words.title}
      </h2>
      <p className="lead">{words.lead}</p>
      <div className="row">
        <button
          type="button"
          className="act"
          aria-busy={check.isFetching}
          disabled={check.isFetching}
          onClick={() => {
            void check.refetch()
          }}
        >
          {words.again}
        </button>
        {check.data === undefined ? null : (
          <p className="lead">
            {words.checkedAt} <DateTime at={check.data.checkedAt} />
          </p>
        )}
      </div>
      {check.isPending ? <Skeleton lines={8} /> : null}
      {check.isError ? (
        <FailedNote text={words.failed} error={check.error} onRetry={() => check.refetch()} />
      ) : null}
      {check.data === undefined ? null : <SettingsReport reply={check.data} />}
      <RecoverySection />
    </section>
  )
}

function SettingsReport({ reply }: { readonly reply: SettingsCheckReply }) {
  const { texts } = useAdmin()
  const words = texts.settings
  return (
    <>
      <section className="card stack" aria-labelledby="rails-title">
        <h3 id="rails-title">{words.rails}</h3>
        <ul className="lines">
          {reply.rails.map(({ network, available, reason }) => (
            <li key={network}>
              <bdi>{networkLabel(railOf(network))}</bdi>
              <span className={available ? 'badge badge-available' : 'badge badge-retired'}>
                {available ? words.available : words.unavailable}
                {reason === null ? null : `: ${words.reasons[reason]}`}
              </span>
            </li>
          ))}
        </ul>
      </section>
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
    <section className="card stack" aria-labelledby="mail-title">
      <h3 id="mail-title">{words.mail}</h3>
      <p>
        <span className={mail.kind === 'fault' ? 'badge badge-retired' : 'badge badge-available'}>
          {words.mailKinds[mail.kind]}
        </span>{' '}
        {mail.message === null ? null : <bdi>{mail.message}</bdi>}
      </p>
      <p>
        {words.unsent}: {formatCount(language, mail.unsent)}{' '}
        {mail.oldestUnsentAt === null ? null : <DateTime at={mail.oldestUnsentAt} />}
      </p>
    </section>
  )
}

function DatabaseCheck({ database }: Pick<SettingsCheckReply, 'database'>) {
  const { texts, language } = useAdmin()
  const words = texts.settings
  return (
    <section className="card stack" aria-labelledby="database-title">
      <h3 id="database-title">{words.database}</h3>
      <p>
        <bdi>{`PostgreSQL ${database.version.split(' ', 1).join('')}`}</bdi>
      </p>
      <p>
        {words.size}: {formatMegabytes(language, database.sizeBytes)} · {words.connections}:{' '}
        {formatCount(language, database.connections)}
      </p>
    </section>
  )
}

function WalletCheck({ wallets }: { readonly wallets: readonly Wallet[] }) {
  const { texts, language } = useAdmin()
  const words = texts.settings
  const columns: readonly Column<Wallet>[] = [
    {
      id: 'wallet',
      label: words.wallet,
      isHeader: true,
      isBare: true,
      cell: ({ wallet, fingerprint, isCurrent }) => (
        <>
          <bdi>{walletName(wallet)}</bdi> <InlineCode>{fingerprint}</InlineCode>{' '}
          {isCurrent ? <span className="badge badge-available">{words.current}</span> : null}
        </>
      ),
    },
    {
      id: 'next',
      label: words.nextIndex,
      isNumber: true,
      cell: ({ nextIndex }) => formatCount(language, nextIndex),
    },
    {
      id: 'highest',
      label: words.highest,
      isNumber: true,
      cell: ({ highestUsedIndex }) =>
        highestUsedIndex === null ? texts.shell.none : formatCount(language, highestUsedIndex),
    },
    {
      id: 'next-gap',
      label: words.nextGap,
      isNumber: true,
      cell: ({ nextGap }) => formatCount(language, nextGap),
    },
    { id: 'gap', label: words.gap, isNumber: true, cell: ({ gapLimit }) => formatCount(language, gapLimit) },
  ]
  return (
    <section className="card stack" aria-labelledby="wallets-title">
      <h3 id="wallets-title">{words.wallets}</h3>
      {wallets.length === 0 ? (
        <p className="lead">{texts.shell.none}</p>
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
    </section>
  )
}
