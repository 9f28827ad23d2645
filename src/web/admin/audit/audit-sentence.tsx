import type { ReactNode } from 'react'
import { isAlertKind } from '#shared/alerts.ts'
import type { AuditAction } from '#shared/audit-actions.ts'
import type { AuditEntryRow } from '#shared/admin-api.ts'
import { INVOICE_FILE_ID_CHARS } from '#shared/constants.ts'
import { isLanguage, LANGUAGE_TABLE } from '#shared/languages.ts'
import { cents } from '#shared/money.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import type { AdminContextValue } from '#web/admin/admin-context.ts'
import { locationHash } from '#web/admin/admin-location.ts'
import { InlineCode } from '#web/admin/inline-code.tsx'
import { useMay } from '#web/admin/staff-context.ts'
import { FillText } from '#web/ui/fill-text.tsx'
import { formatCount, formatPrice } from '#texts/format.ts'

/** Says an audit entry in one sentence; an action that this version does not know is shown as it is stored. */
export function AuditSentence({ entry }: { readonly entry: AuditEntryRow }) {
  const admin = useAdmin()
  const may = useMay()
  const words = admin.texts.auditSentences
  const sentences: Readonly<Record<AuditAction, string>> = words.sentences
  const { action, actor } = entry
  if (!isAuditAction(action, sentences)) return <InlineCode>{action}</InlineCode>
  const values = {
    ...factsOf(entry, admin),
    actor: actor === null ? words.shop : <bdi className="email">{actor.email}</bdi>,
    subject: subjectOf(entry, admin, may('orders.read')),
  }
  return <FillText text={sentences[action]} values={values} />
}

function isAuditAction(
  action: string,
  sentences: Readonly<Record<AuditAction, string>>,
): action is AuditAction {
  return Object.hasOwn(sentences, action)
}

/** What an entry is about; an order or a sale made elsewhere is a link for a reader who may see it. */
function subjectOf({ subject }: AuditEntryRow, admin: AdminContextValue, mayReadOrders: boolean): ReactNode {
  const { kind, id, email } = subject
  if (email !== null) return <bdi className="email">{email}</bdi>
  if (kind === 'payment') {
    const code = <InlineCode>{id.slice(0, INVOICE_FILE_ID_CHARS)}</InlineCode>
    return mayReadOrders ? <a href={locationHash({ tab: 'orders', rest: [id] })}>{code}</a> : code
  }
  if (kind === 'external' && mayReadOrders)
    return (
      <a href={locationHash({ tab: 'elsewhere', filters: { q: id } })}>
        <InlineCode>{id.slice(0, INVOICE_FILE_ID_CHARS)}</InlineCode>
      </a>
    )
  if (kind === 'keys' || kind === 'edition')
    return id
      .split(' ')
      .map((word) => wordOf(word, admin))
      .join(' · ')
  return <InlineCode>{id}</InlineCode>
}

/** Says a word that is stored in the id of a set of keys: an edition, a status, or `all`. */
function wordOf(word: string, { texts, editionName }: AdminContextValue): string {
  const statuses: Readonly<Record<string, string>> = texts.keys.status
  if (word === 'all') return texts.auditSentences.all
  return word === 'quarantined' ? texts.auditSentences.setAside : (statuses[word] ?? editionName(word))
}

/** The facts that sentences name, in the reader's language; a fact that is not stored is a dash. */
function factsOf({ facts }: AuditEntryRow, admin: AdminContextValue): Readonly<Record<string, ReactNode>> {
  const { texts, language, currency } = admin
  const text = (name: string) => {
    const value = facts[name]
    return typeof value === 'string' ? value : null
  }
  const count = (name: string) => {
    const value = facts[name]
    return typeof value === 'number' ? formatCount(language, value) : texts.shell.none
  }
  const named = (name: string, names: Readonly<Record<string, string>>) => {
    const value = text(name)
    return value === null ? texts.shell.none : (names[value] ?? value)
  }
  const code = (name: string) => <InlineCode>{text(name) ?? texts.shell.none}</InlineCode>
  const [alert, spoken, scopes, price] = [
    text('kind'),
    text('language'),
    facts['scopes'],
    facts['priceCents'],
  ]
  return {
    permission: named('permission', texts.permissions),
    alert: alert !== null && isAlertKind(alert) ? texts.alerts.kinds[alert].title : alert,
    kind: named('kind', texts.bulletins.kinds),
    role: named('role', texts.roles) === texts.shell.none ? texts.roles.none : named('role', texts.roles),
    mail: named('template', texts.orders.templates),
    cause: named('cause', texts.recovery.causes),
    language: spoken !== null && isLanguage(spoken) ? LANGUAGE_TABLE[spoken].name : spoken,
    scopes: Array.isArray(scopes) ? (
      <InlineCode>{scopes.map(String).join(', ')}</InlineCode>
    ) : (
      texts.shell.none
    ),
    price:
      typeof price === 'number'
        ? formatPrice(language, cents(price), text('currency') ?? currency)
        : texts.shell.none,
    host: code('host'),
    name: text('name') ?? texts.shell.none,
    next: code('replacedBy'),
    transaction: code('txHash'),
    ...Object.fromEntries(
      ['count', 'added', 'orders', 'keys', 'from', 'to'].map((name) => [name, count(name)]),
    ),
  }
}
