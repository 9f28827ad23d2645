import { sql } from 'kysely'
import { ROLES } from '#shared/permissions.ts'
import type { Attack } from './attack.ts'
import { nothingOf } from './attack.ts'
import { differencesOf, letsIn, readMatrix } from './matrix.ts'
import { EMAIL_OF, PASSWORD, type Standing, type Target } from './open-target.ts'
import { soldOrders } from './sold-orders.ts'

const STANDINGS: readonly Standing[] = [...ROLES, 'none', 'nobody']
/** Roles that see e-mails, refund addresses, reasons and notes of buyers. */
const SEES_BUYERS: readonly Standing[] = ['owner', 'manager', 'support']
const SEES_KEYS: readonly Standing[] = ['owner', 'manager']

/** Who may call what, and which fields they may see. */
export const MATRIX_ATTACKS: readonly Attack[] = [
  {
    finding: 'matrix',
    name: 'a call or a field that nobody decided about',
    expected: 'every route has a row in matrix.json with all its fields: npm run attack -- --matrix',
    async run(target) {
      const matrix = await readMatrix()
      return nothingOf(differencesOf(target, matrix), Object.keys(matrix).length, 'routes decided')
    },
  },
  {
    finding: 'matrix',
    name: 'every call by everybody who may not',
    expected: 'refused, and nobody else is',
    async run(target) {
      const matrix = await readMatrix()
      const wrong = []
      let tried = 0
      for (const [name, { who }] of Object.entries(matrix)) {
        const [method = '', url = ''] = name.split(' ')
        // it has no rule, and would end the sessions that the next ones need
        if (name === 'POST /auth/sign-out') continue
        for (const standing of STANDINGS) {
          const path = url.replace(/:\w+/, crypto.randomUUID())
          const { said, status } = await target.as[standing].ask(
            method,
            path,
            method === 'GET' ? undefined : {},
          )
          const isLetIn = said !== 'UNAUTHORIZED' && said !== 'FORBIDDEN'
          // public calls about an order answer like this without its secret
          const isSecretMissing = who === 'everybody' && said === 'FORBIDDEN'
          tried += 1
          if ((isLetIn !== letsIn(who, standing) && !isSecretMissing) || status >= 500)
            wrong.push(`${standing} ${name}: ${said}`)
        }
      }
      return nothingOf(wrong, tried, 'calls as decided')
    },
  },
  {
    finding: 'A5',
    name: 'every reading call by every role, for values that the role may not see',
    expected:
      'e-mails, reasons, notes, refund addresses and keys for the roles that need them; secrets for nobody',
    async run(target) {
      const planted = await plantedValues(target)
      const leaks: string[] = []
      const seenBy = new Map<string, Set<Standing>>()
      const paths = await readingPaths(target)
      const readAll = async (standing: Standing) => {
        for (const path of paths) {
          const { text } = await target.as[standing].get(path)
          for (const { name, value, roles } of planted) {
            if (!text.includes(value)) continue
            seenBy.set(name, (seenBy.get(name) ?? new Set()).add(standing))
            if (!roles.includes(standing)) leaks.push(`${standing} reads ${name} at ${path.slice(0, 60)}`)
          }
        }
      }
      await Promise.all(STANDINGS.map(readAll))
      const unseen = planted.filter(({ name, roles }) =>
        roles.some((role) => seenBy.get(name)?.has(role) !== true),
      )
      for (const { name } of unseen) leaks.push(`${name} is seen by nobody: the attack looks at nothing`)
      return nothingOf(leaks, paths.length * STANDINGS.length, 'replies, no leak')
    },
  },
  {
    finding: 'A5',
    name: 'a viewer spells an e-mail by searching for its beginning',
    expected: 'found by nobody who may not see it',
    async run(target) {
      const { all } = await soldOrders(target)
      const email = all[1]?.email ?? ''
      const found = async (standing: Standing) => {
        const counts = []
        for (const q of ['s', 'sec', email]) {
          const orders = await target.as[standing].get(`/functions/orders?q=${encodeURIComponent(q)}`)
          const keys = await target.as[standing].get(
            `/functions/manage-game-keys?action=list&q=${encodeURIComponent(q)}`,
          )
          counts.push((orders.json as { total: number }).total)
          counts.push((keys.json as { pagination: { total: number } }).pagination.total)
        }
        return counts
      }
      const [viewer, support] = [await found('viewer'), await found('support')]
      const isHeld = viewer.every((count) => count === 0) && support.some((count) => count > 0)
      return { seen: `viewer ${viewer.join(' ')}, support ${support.join(' ')}`, isHeld }
    },
  },
]

interface Planted {
  readonly name: string
  readonly value: string
  readonly roles: readonly Standing[]
}

async function plantedValues(target: Target): Promise<readonly Planted[]> {
  const { all } = await soldOrders(target)
  const sold = all[1]
  const { json } = await target.as.owner.get(
    '/functions/manage-game-keys?action=list&status=available&limit=1',
  )
  const [unsold] = (json as { keys: readonly { game_key: string }[] }).keys
  const ofBuyer = (await sold?.buyer.get(`/data/orders/${sold.payment.id}`))?.json as {
    keys: readonly string[]
  }
  await target.as.none.post('/auth/two-factor/enable', { password: PASSWORD })
  const columns: readonly (readonly [string, readonly Standing[], string])[] = [
    ['a refund address', SEES_BUYERS, `wallet_address from payments where user_email = 'ada@buyer.example'`],
    ['the hash of a password', [], 'password from user_credentials where password is not null'],
    ['a session', [], 'token from user_sessions'],
    ['the hash of an order’s secret', [], `encode(order_secret_hash, 'hex') from payments`],
    ['a second factor', [], 'secret from user_second_factors'],
  ]
  const stored = columns.map(async ([name, roles, column]) => {
    const { rows } = await sql<{ value: string }>`select ${sql.raw(column)} limit 1`.execute(target.db)
    return { name, roles, value: Object.values(rows[0] ?? {})[0] ?? '' }
  })
  const planted: readonly Planted[] = [
    { name: 'an e-mail', value: 'ada@buyer.example', roles: SEES_BUYERS },
    { name: 'a reason', value: 'PLANTED-REASON', roles: SEES_BUYERS },
    { name: 'a note', value: 'PLANTED-NOTE', roles: SEES_BUYERS },
    { name: 'an unsold key', value: unsold?.game_key ?? '', roles: SEES_KEYS },
    { name: 'a sold key', value: ofBuyer.keys[0] ?? '', roles: SEES_KEYS },
    { name: 'another account', value: EMAIL_OF('none'), roles: ['owner', 'manager', 'none'] },
    ...(await Promise.all(stored)),
  ]
  const missing = planted.filter(({ value }) => value.length < 8).map(({ name }) => name)
  if (missing.length > 0) throw new Error(`expected values of ${missing.join(', ')}`)
  return planted
}

/** Every reading call with ids that exist, and with filters that find what is planted. */
async function readingPaths(target: Target): Promise<readonly string[]> {
  const { first } = await soldOrders(target)
  const refund = await target.db.selectFrom('refunds').select('id').executeTakeFirstOrThrow()
  const ids = [first.payment.id, refund.id]
  const queries = ['', '?action=list&limit=200', '?status=all&limit=200', '?q=ada', `?q=${first.payment.id}`]
  return target.routes
    .filter(({ method, url }) => method === 'GET' && /^\/(functions|data|auth|order\/)/.test(url))
    .flatMap(({ url }) =>
      url.includes(':id') ? ids.map((id) => url.replace(':id', id)) : queries.map((query) => url + query),
    )
}
