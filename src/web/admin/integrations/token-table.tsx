import type { TokenRow } from '#shared/tokens-api.ts'
import { ActionButton } from '#web/admin/action-button.tsx'
import { EmptyState } from '#web/admin/empty-state.tsx'
import { useAdmin } from '#web/admin/admin-context.ts'
import { DataTable, type Column } from '#web/admin/data-table.tsx'
import { DateTime } from '#web/admin/date-time.tsx'
import { CodeList } from './code-list.tsx'

interface TokenTableProps {
  readonly tokens: readonly TokenRow[]
  readonly onRevoke: (id: string) => Promise<unknown>
}

const BADGES = { valid: 'badge-available', expired: 'badge-retired', revoked: 'badge-retired' } as const

export function TokenTable({ tokens, onRevoke }: TokenTableProps) {
  const words = useAdmin().texts.integrations
  if (tokens.length === 0) return <EmptyState isLine text={words.tokens.none} />
  const columns: readonly Column<TokenRow>[] = [
    { label: words.name, as: 'title', cell: ({ label }) => <bdi>{label}</bdi> },
    { label: words.tokens.scopes, cell: ({ scopes }) => <CodeList names={scopes} /> },
    {
      label: words.state,
      cell: ({ state }) => <span className={`badge ${BADGES[state]}`}>{words.tokens.states[state]}</span>,
    },
    { label: words.tokens.expires, cell: ({ expiresAt }) => <DateTime at={expiresAt} isDay /> },
    { label: words.tokens.lastUsed, cell: ({ lastUsedAt }) => <DateTime at={lastUsedAt} /> },
    { label: words.tokens.createdBy, cell: ({ createdBy }) => <bdi className="email">{createdBy}</bdi> },
    {
      label: words.actions,
      as: 'bare',
      cell: ({ id, label, state }) =>
        state === 'valid' ? (
          <ActionButton
            label={words.tokens.revoke}
            name={label}
            question={words.tokens.revokeQuestion}
            isDangerous
            onAct={() => onRevoke(id)}
          />
        ) : null,
    },
  ]
  return <DataTable caption={words.tokens.list} columns={columns} rows={tokens} keyOf={({ id }) => id} />
}
