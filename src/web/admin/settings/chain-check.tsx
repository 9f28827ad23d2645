import type { SettingsCheckReply } from '#shared/reports-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { chainName } from '#shared/chain-name.ts'
import { InlineCode } from '#web/admin/inline-code.tsx'
import { DataTable, type Column } from '#web/admin/data-table.tsx'
import { formatDuration } from '#texts/format-duration.ts'
import { DateTime } from '#web/admin/date-time.tsx'
import { formatCount, plural } from '#texts/format.ts'

type Chain = SettingsCheckReply['chains'][number]
type Node = Chain['nodes'][number]

/**
 * Shows how far a chain has been read, and the state of its nodes. Nodes are named by their position, never by their
 * URL, which may contain a key.
 */
export function ChainCheck({ chain: { chain, kind, read, nodes, warnings } }: { readonly chain: Chain }) {
  const { texts, language } = useAdmin()
  const words = texts.settings
  return (
    <section className="card stack" aria-labelledby={`chain-${chain}`}>
      <h3 id={`chain-${chain}`}>
        <bdi>{chainName(chain)}</bdi> <span className="badge">{words.kinds[kind]}</span>
      </h3>
      {warnings.map((warning) => (
        <p key={warning} className="note note-warn">
          {words.warnings[warning]}
        </p>
      ))}
      {read === null ? null : (
        <dl className="stat-figures">
          <div className="stat-figure">
            <dt>{words.height}</dt>
            <dd>
              <InlineCode>{String(read.height)}</InlineCode>
            </dd>
          </div>
          <div className="stat-figure">
            <dt>{words.head}</dt>
            <dd>
              <InlineCode>{String(read.head)}</InlineCode>
            </dd>
          </div>
          <div className="stat-figure">
            <dt>{words.lag}</dt>
            <dd>{formatDuration(language, read.lagS)}</dd>
          </div>
          <div className="stat-figure">
            <dt>{words.final}</dt>
            <dd>
              <InlineCode>{String(read.finalized)}</InlineCode>{' '}
              {read.isFinalityReported
                ? words.finalReported
                : plural(language, words.finalByDepth, read.fallbackDepth)}
            </dd>
          </div>
          <div className="stat-figure">
            <dt>{words.lookedAt}</dt>
            <dd>{read.lookedAt === null ? texts.shell.none : <DateTime at={read.lookedAt} />}</dd>
          </div>
        </dl>
      )}
      {nodes.length > 0 ? <NodeTable nodes={nodes} chain={chainName(chain)} /> : null}
    </section>
  )
}

function NodeTable({ nodes, chain }: { readonly nodes: readonly Node[]; readonly chain: string }) {
  const { texts, language } = useAdmin()
  const words = texts.settings
  const columns: readonly Column<Node>[] = [
    {
      id: 'node',
      label: words.node,
      isHeader: true,
      isBare: true,
      cell: ({ node }) => <InlineCode>{node}</InlineCode>,
    },
    {
      id: 'fault',
      label: words.fault,
      cell: ({ fault, message }) => (
        <>
          <span className={fault === null ? 'badge badge-available' : 'badge badge-retired'}>
            {fault === null ? words.fine : words.faults[fault]}
          </span>{' '}
          {message === null ? null : <bdi dir="ltr">{message}</bdi>}
        </>
      ),
    },
    {
      id: 'calls',
      label: words.calls,
      isNumber: true,
      cell: ({ callsADay }) => formatCount(language, callsADay),
    },
    {
      id: 'error',
      label: words.lastError,
      cell: ({ lastError }) =>
        lastError === null ? (
          texts.shell.none
        ) : (
          <>
            <InlineCode>{lastError.kind}</InlineCode> <DateTime at={lastError.at} />
          </>
        ),
    },
  ]
  return <DataTable caption={chain} columns={columns} rows={nodes} keyOf={({ node }) => node} />
}
