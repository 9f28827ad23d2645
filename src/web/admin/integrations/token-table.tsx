import type { TokenRow } from '#shared/tokens-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { DataTable, type Column } from '#web/admin/data-table.tsx'
import { DateTime } from '#web/admin/date-time.tsx'
import { ActionButton } from './action-button.tsx'
import { CodeList } from './code-list.tsx'

interface TokenTableProps {
  readonly tokens: readonly TokenRow[]
  readonly onRevoke: (id: string) => Promise<void>
}

const BADGES = { valid: 'badge-available', expired: 'badge-retired', revoked: 'badge-retired' } as const

export function TokenTable({ tokens, onRevoke }: TokenTableProps) {
  const words = useAdmin().texts.integrations
  if (tokens.length === 0) return <p className="lead">{words.tokens.none}</p>
  const columns: readonly Column<TokenRow>[] = [
    { id: 'name', label: words.name, isHeader: true, isBare: true, cell: ({ label }) => <bdi>{label}</bdi> },
    {
      id: 'scopes',
      label: words.tokens.scopes,
      cell: ({ scopes }) => <CodeList names={scopes} />,
    },
    {
      id: 'state',
      label: words.state,
      cell: ({ state }) => <span className={`badge ${BADGES[state]}`}>{words.tokens.states[state]}</span>,
    },
    {
      id: 'expires',
      label: words.tokens.expires,
      cell: ({ expiresAt }) => <DateTime at={expiresAt} isDay />,
    },
    { id: 'used', label: words.tokens.lastUsed, cell: ({ lastUsedAt }) => <DateTime at={lastUsedAt} /> },
    {
      id: 'by',
      label: words.tokens.createdBy,
      cell: ({ createdBy }) => <bdi className="email">{createdBy}</bdi>,
    },
    {
      id: 'actions',
      label: words.actions,
      isBare: true,
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
