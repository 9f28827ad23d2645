import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { TOKEN_DAYS_MAX, TOKEN_SCOPES, type TokenRequest, type TokenScope } from '#shared/tokens-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { describeFailure } from '#web/admin/describe-failure.ts'
import { FailedNote } from '#web/admin/failed-note.tsx'
import { Skeleton } from '#web/admin/skeleton.tsx'
import { useToast } from '#web/admin/toasts.tsx'
import { ChoiceList } from './choice-list.tsx'
import { readApiTokens, sendTokenChange } from './integration-calls.ts'
import { SecretModal } from './secret-modal.tsx'
import { TokenTable } from './token-table.tsx'

/** Carries out a change and reports it; resolves to whether it succeeded. */
type ChangeToken = (change: TokenRequest) => Promise<boolean>

/** Lists API tokens, and creates and revokes them. */
export function TokenSection() {
  const { texts } = useAdmin()
  const words = texts.integrations
  const queries = useQueryClient()
  const showToast = useToast()
  const [token, setToken] = useState<string | null>(null)
  const tokens = useQuery({ queryKey: ['api-tokens'], queryFn: ({ signal }) => readApiTokens(signal) })
  const change: ChangeToken = async (request) => {
    const outcome = await sendTokenChange(request)
    void queries.invalidateQueries({ queryKey: ['api-tokens'] })
    if (outcome.kind === 'failed') {
      showToast('bad', describeFailure(texts, outcome, words.changeFailed))
      return false
    }
    if (outcome.reply.token === null) showToast('good', words.done)
    else setToken(outcome.reply.token)
    return true
  }
  return (
    <section className="card stack" aria-labelledby="tokens-title">
      <h3 id="tokens-title">{words.tokens.title}</h3>
      <p className="lead">{words.tokens.lead}</p>
      {tokens.isPending ? <Skeleton /> : null}
      {tokens.isError ? (
        <FailedNote text={words.loadFailed} error={tokens.error} onRetry={() => tokens.refetch()} />
      ) : null}
      {tokens.data === undefined ? null : (
        <TokenTable
          tokens={tokens.data.tokens}
          onRevoke={async (id) => {
            await change({ action: 'revoke', id })
          }}
        />
      )}
      <TokenForm onChange={change} />
      {token === null ? null : (
        <SecretModal
          secret={token}
          onClose={() => {
            setToken(null)
          }}
        />
      )}
    </section>
  )
}

const USUAL_DAYS = 90

function TokenForm({ onChange }: { readonly onChange: ChangeToken }) {
  const words = useAdmin().texts.integrations
  const [label, setLabel] = useState('')
  const [days, setDays] = useState(String(USUAL_DAYS))
  const [scopes, setScopes] = useState<TokenScope[]>([])
  const [isBusy, setIsBusy] = useState(false)
  const life = Number(days)
  const isValid = label.trim() !== '' && scopes.length > 0 && Number.isInteger(life) && life >= 1
  const add = async (event: SubmitEvent) => {
    event.preventDefault()
    setIsBusy(true)
    const isDone = await onChange({ action: 'create', label, scopes, days: life })
    setIsBusy(false)
    if (isDone) setLabel('')
  }
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        void add(event)
      }}
    >
      <div className="filters">
        <label className="field field-wide">
          <span>{words.name}</span>
          <input
            type="text"
            maxLength={100}
            value={label}
            autoComplete="off"
            onChange={({ target }) => {
              setLabel(target.value)
            }}
          />
        </label>
        <label className="field">
          <span>{words.tokens.days}</span>
          <input
            type="number"
            dir="ltr"
            min={1}
            max={TOKEN_DAYS_MAX}
            value={days}
            onChange={({ target }) => {
              setDays(target.value)
            }}
          />
        </label>
      </div>
      <ChoiceList legend={words.tokens.scopes} options={TOKEN_SCOPES} chosen={scopes} onChange={setScopes} />
      <div className="row">
        <button
          type="submit"
          className="act act-main"
          aria-busy={isBusy}
          disabled={isBusy || !isValid || life > TOKEN_DAYS_MAX}
        >
          {words.tokens.add}
        </button>
      </div>
    </form>
  )
}
