import { useState } from 'react'
import type * as z from 'zod'
import {
  TOKEN_DAYS_MAX,
  TOKEN_SCOPES,
  type TokenActionReply,
  type TokenRequest,
  type TokenScope,
  type TokensReply,
} from '#shared/tokens-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Card } from '#web/admin/card.tsx'
import { Form, SubmitButton } from '#web/admin/form.tsx'
import { ReadState } from '#web/admin/read-state.tsx'
import { TextField } from '#web/admin/text-field.tsx'
import { useRead } from '#web/admin/use-read.ts'
import { useSecretChange } from '#web/admin/use-secret-change.tsx'
import { ChoiceList } from './choice-list.tsx'
import { TokenTable } from './token-table.tsx'

const PATH = '/functions/api-tokens'

/** Carries out a change and reports it; resolves to whether it succeeded. */
type ChangeToken = (change: TokenRequest) => Promise<boolean>

/** Lists API tokens, and creates and revokes them. */
export function TokenSection() {
  const words = useAdmin().texts.integrations
  const tokens = useRead<z.infer<typeof TokensReply>>(['api-tokens'], PATH)
  const [change, dialog] = useSecretChange<TokenRequest, z.infer<typeof TokenActionReply>>({
    path: PATH,
    reloads: ['api-tokens'],
    words: { title: words.secretTitle, failed: words.changeFailed, done: words.done },
    secretOf: ({ token }) => token,
  })
  const send: ChangeToken = (request) => change(request, words.secretLead)
  return (
    <Card id="tokens-title" title={words.tokens.title} lead={words.tokens.lead}>
      <ReadState query={tokens} failed={words.loadFailed} />
      {tokens.data === undefined ? null : (
        <TokenTable tokens={tokens.data.tokens} onRevoke={(id) => send({ action: 'revoke', id })} />
      )}
      <TokenForm onChange={send} />
      {dialog}
    </Card>
  )
}

const USUAL_DAYS = 90

function TokenForm({ onChange }: { readonly onChange: ChangeToken }) {
  const words = useAdmin().texts.integrations
  const [label, setLabel] = useState('')
  const [days, setDays] = useState(String(USUAL_DAYS))
  const [scopes, setScopes] = useState<TokenScope[]>([])
  const life = Number(days)
  const isLife = Number.isInteger(life) && life >= 1 && life <= TOKEN_DAYS_MAX
  const add = async () => {
    if (await onChange({ action: 'create', label, scopes, days: life })) setLabel('')
  }
  return (
    <Form className="stack" onSend={add}>
      <div className="row row-fields">
        <TextField label={words.name} isWide maxLength={100} value={label} onType={setLabel} />
        <TextField
          label={words.tokens.days}
          type="number"
          dir="ltr"
          min={1}
          max={TOKEN_DAYS_MAX}
          value={days}
          onType={setDays}
        />
      </div>
      <ChoiceList legend={words.tokens.scopes} options={TOKEN_SCOPES} chosen={scopes} onChange={setScopes} />
      <div className="row">
        <SubmitButton disabled={label.trim() === '' || scopes.length === 0 || !isLife}>
          {words.tokens.add}
        </SubmitButton>
      </div>
    </Form>
  )
}
