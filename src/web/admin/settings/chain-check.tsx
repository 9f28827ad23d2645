import type { SettingsCheckReply } from '#shared/reports-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Badge } from '#web/admin/badge.tsx'
import { chainName } from '#shared/chain-name.ts'
import { Card } from '#web/admin/card.tsx'
import { Figures } from '#web/admin/figures.tsx'
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
  const words = useAdmin().texts.settings
  return (
    <Card
      id={`chain-${chain}`}
      title={
        <>
          <bdi>{chainName(chain)}</bdi> <span className="badge">{words.kinds[kind]}</span>
        </>
      }
    >
      {warnings.map((warning) => (
        <p key={warning} className="note note-warn">
          {words.warnings[warning]}
        </p>
      ))}
      {read === null ? null : <ReadFigures read={read} />}
      {nodes.length > 0 ? <NodeTable nodes={nodes} chain={chainName(chain)} /> : null}
    </Card>
  )
}

function ReadFigures({ read }: { readonly read: NonNullable<Chain['read']> }) {
  const { texts, language } = useAdmin()
  const words = texts.settings
  const block = (height: number) => <InlineCode>{String(height)}</InlineCode>
  const finality = read.isFinalityReported
    ? words.finalReported
    : plural(language, words.finalByDepth, read.fallbackDepth)
  const final = (
    <>
      {block(read.finalized)} {finality}
    </>
  )
  return (
    <Figures
      figures={[
        [words.height, block(read.height)],
        [words.head, block(read.head)],
        [words.lag, formatDuration(language, read.lagS)],
        [words.final, final],
        [words.lookedAt, <DateTime key="looked" at={read.lookedAt} />],
      ]}
    />
  )
}

function NodeTable({ nodes, chain }: { readonly nodes: readonly Node[]; readonly chain: string }) {
  const { texts, language } = useAdmin()
  const words = texts.settings
  const columns: readonly Column<Node>[] = [
    { label: words.node, as: 'title', cell: ({ node }) => <InlineCode>{node}</InlineCode> },
    {
      label: words.fault,
      cell: ({ fault, message }) => (
        <>
          <Badge isGood={fault === null}>{fault === null ? words.fine : words.faults[fault]}</Badge>{' '}
          {message === null ? null : <bdi dir="ltr">{message}</bdi>}
        </>
      ),
    },
    { label: words.calls, as: 'number', cell: ({ callsADay }) => formatCount(language, callsADay) },
    {
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
