import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { until } from '#test/until.ts'
import type { WebhookDeliveryRow, WebhookRow } from '#shared/webhooks-api.ts'
import type { Attack, Outcome } from './attack.ts'
import { nothingOf } from './attack.ts'
import type { Target } from './open-target.ts'
import { personWithFactor } from './person-with-factor.ts'
import { soldOrders } from './sold-orders.ts'

/** What webhooks and API tokens open. */
export const INTEGRATION_ATTACKS: readonly Attack[] = [
  {
    finding: 'BTCPay SSRF',
    name: 'an owner has webhooks sent to servers of the private network, by every spelling',
    expected: 'refused, or never connected to',
    run: (target) => sendsToPrivateServers(target),
  },
  {
    finding: 'API tokens',
    name: 'a token that reads the stock is used for all else, in other places, and after it was revoked',
    expected: 'it reads the stock, in its header, until then',
    run: (target) => misusesToken(target),
  },
]

/** Spellings of an address of this machine; the names are looked up when a message is sent. */
const PRIVATE = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '0.0.0.0',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[64:ff9b::7f00:1]',
  'localhost',
  'LOCALHOST.',
]

async function sendsToPrivateServers(target: Target): Promise<Outcome> {
  const { owner } = target.as
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  server.listen(0, '0.0.0.0')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const answers: string[] = []
  try {
    for (const host of PRIVATE)
      for (const scheme of ['https', 'http']) {
        const url = `${scheme}://${host}:${String(port)}/`
        const fields = { url, label: 'private', events: ['order.created'], hasEmail: true }
        const { said } = await owner.post('/functions/webhooks', { action: 'create', ...fields })
        answers.push(said)
      }
    const saved = (await webhooksOf(target)).filter(({ label }) => label === 'private')
    for (const { id } of saved) {
      await owner.post('/functions/webhooks', { action: 'test', id })
      await until(async () => (await answerTo(target, id)) !== null, { what: 'the message is tried' })
      answers.push((await answerTo(target, id)) ?? '')
      await owner.post('/functions/webhooks', { action: 'delete', id })
    }
  } finally {
    server.close()
  }
  const seen = `${[...new Set(answers)].join(', ')}; ${String(connections)} connections`
  return { seen, isHeld: connections === 0 && answers.includes('private address') }
}

async function webhooksOf({ as }: Target): Promise<readonly WebhookRow[]> {
  const { json } = await as.owner.get('/functions/webhooks')
  return (json as { webhooks: readonly WebhookRow[] }).webhooks
}

async function answerTo({ as }: Target, id: string): Promise<string | null> {
  const { json } = await as.owner.get(`/functions/webhooks/${id}/deliveries`)
  return (json as { deliveries: readonly WebhookDeliveryRow[] }).deliveries[0]?.lastAnswer ?? null
}

async function misusesToken(target: Target): Promise<Outcome> {
  const { first } = await soldOrders(target)
  const { browser: owner } = await personWithFactor(target, 'tokens@shop.example', 'owner')
  const fields = { label: 'a program', scopes: ['stock:read'], days: 1 }
  const created = await owner.post('/functions/api-tokens', { action: 'create', ...fields })
  const { token } = created.json as { token?: string | null }
  if (token == null) throw new Error(`expected a token, got ${created.said}: ${created.text}`)
  const bearer = { authorization: `Bearer ${token}` }
  const broken: string[] = []
  const paths = target.routes
    .filter(({ method, rule, url }) => method === 'GET' && (rule !== null || url.startsWith('/api/')))
    .map(({ url }) => url.replace(':id', first.payment.id))
    .filter((url) => url !== '/api/v1/stock' && url !== '/api/v1/openapi.json')
  for (const path of paths) {
    const { status } = await target.caller().ask('GET', path, undefined, bearer)
    if (status !== 401 && status !== 403) broken.push(`${path} ${String(status)}`)
  }
  const read = (headers: Record<string, string>, query = '') =>
    target.caller().ask('GET', `/api/v1/stock${query}`, undefined, headers)
  if ((await read(bearer)).status !== 200) broken.push('the token does not work, so nothing was tried')
  const elsewhere: readonly (readonly [string, Record<string, string>, string])[] = [
    ['a query', {}, `?token=${token}&access_token=${token}`],
    ['a cookie', { cookie: `keyhold.session_token=${token}; __Host-keyhold.session_token=${token}` }, ''],
    ['Basic', { authorization: `Basic ${Buffer.from(`x:${token}`).toString('base64')}` }, ''],
    ['another case', { authorization: `Bearer ${token.toUpperCase()}` }, ''],
    ['a part', { authorization: `Bearer ${token.slice(0, -1)}` }, ''],
  ]
  for (const [name, headers, query] of elsewhere)
    if ((await read(headers, query)).status !== 401) broken.push(name)
  const listed = (await owner.get('/functions/api-tokens')).text
  if (listed.includes(token)) broken.push('the list shows it again')
  const id = (JSON.parse(listed) as { tokens: { id: string; label: string }[] }).tokens.find(
    ({ label }) => label === fields.label,
  )?.id
  await owner.post('/functions/api-tokens', { action: 'revoke', id })
  if ((await read(bearer)).status !== 401) broken.push('a revoked token reads')
  return nothingOf(broken, paths.length + elsewhere.length + 2, 'ways refused')
}
