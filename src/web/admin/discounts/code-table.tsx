import type { DiscountCode, DiscountPause } from '#shared/discounts-api.ts'
import { cents } from '#shared/money.ts'
import { fill, formatCount, formatPrice } from '#texts/format.ts'
import { ActionButton } from '#web/admin/action-button.tsx'
import { useAdmin } from '#web/admin/admin-context.ts'
import { locationHash } from '#web/admin/admin-location.ts'
import { callAdmin } from '#web/admin/call-admin.ts'
import { DataTable, type Column } from '#web/admin/data-table.tsx'
import { DateTime } from '#web/admin/date-time.tsx'
import { InlineCode } from '#web/admin/inline-code.tsx'
import { useReload } from '#web/admin/use-reload.ts'
import { useTell } from '#web/admin/use-tell.ts'
import { FillText } from '#web/ui/fill-text.tsx'
import { DISCOUNTS_KEY, DISCOUNTS_PATH } from './discount-calls.ts'

/** Each code with its uses and what came of it. */
export function CodeTable({ codes }: { readonly codes: readonly DiscountCode[] }) {
  const { texts, language } = useAdmin()
  const words = texts.discounts
  const price = (amount: number, { currency }: DiscountCode) => formatPrice(language, cents(amount), currency)
  const columns: readonly Column<DiscountCode>[] = [
    { label: words.code, as: 'title', cell: ({ code }) => <InlineCode>{code}</InlineCode> },
    { label: words.name, cell: (code) => <NameOf code={code} /> },
    { label: words.off, cell: (code) => <Terms code={code} /> },
    { label: words.valid, cell: (code) => <Validity code={code} /> },
    { label: words.used, as: 'number', cell: (code) => <Uses code={code} /> },
    { label: words.sold, as: 'number', cell: ({ sold }) => formatCount(language, sold) },
    { label: words.revenue, as: 'number', cell: (code) => price(code.revenueCents, code) },
    { label: words.given, as: 'number', cell: (code) => price(code.discountCents, code) },
    { label: words.state, cell: (code) => <StateBadge code={code} /> },
    { label: texts.integrations.actions, as: 'bare', cell: (code) => <PauseButton code={code} /> },
  ]
  return <DataTable caption={words.list} columns={columns} rows={codes} keyOf={({ id }) => id} />
}

function NameOf({ code: { name, batchId } }: { readonly code: DiscountCode }) {
  const words = useAdmin().texts.discounts
  if (batchId === null) return <bdi>{name}</bdi>
  return (
    <>
      <bdi>{name}</bdi>{' '}
      <a href={locationHash({ tab: 'discounts', filters: { batch: batchId } })}>{words.batch}</a>
    </>
  )
}

function Terms({ code: { percent, amountCents, currency, edition } }: { readonly code: DiscountCode }) {
  const { texts, language, editionName } = useAdmin()
  const off =
    percent === null
      ? formatPrice(language, cents(amountCents ?? 0), currency)
      : new Intl.NumberFormat(language, { style: 'percent' }).format(percent / 100)
  return (
    <>
      {off} · {edition === null ? texts.keys.allEditions : editionName(edition)}
    </>
  )
}

function Validity({ code: { from, until } }: { readonly code: DiscountCode }) {
  const { texts } = useAdmin()
  const words = texts.discounts
  if (from === null && until === null) return texts.shell.none
  return (
    <>
      {from === null ? null : <FillText text={words.fromTime} values={{ time: <DateTime at={from} /> }} />}{' '}
      {until === null ? null : <FillText text={words.until} values={{ time: <DateTime at={until} /> }} />}
    </>
  )
}

function Uses({ code: { used, uses } }: { readonly code: DiscountCode }) {
  const { texts, language } = useAdmin()
  const words = texts.discounts
  const count = (value: number) => formatCount(language, value)
  if (uses === null) return count(used)
  return (
    <>
      {fill(words.usedOf, { used: count(used), uses: count(uses) })}
      {used > uses ? <small className="lead"> {words.over}</small> : null}
    </>
  )
}

const STATE_CLASSES: Readonly<Record<DiscountCode['state'], string>> = {
  active: 'badge-available',
  paused: 'badge-held',
  planned: 'badge-held',
  usedUp: 'badge-retired',
  ended: 'badge-retired',
}

function StateBadge({ code: { state } }: { readonly code: DiscountCode }) {
  const words = useAdmin().texts.discounts
  return <span className={`badge ${STATE_CLASSES[state]}`}>{words[state]}</span>
}

/** Pausing can be taken back, from the message about it as well. */
function PauseButton({ code: { id, code, pausedAt } }: { readonly code: DiscountCode }) {
  const words = useAdmin().texts.discounts
  const reload = useReload()
  const tell = useTell()
  const isPaused = pausedAt !== null
  const change = async (toPaused: boolean): Promise<void> => {
    const request: DiscountPause = { id, isPaused: toPaused }
    const outcome = await callAdmin('POST', `${DISCOUNTS_PATH}/pause`, request)
    tell(outcome, words.failed, toPaused ? words.pausedNow : words.resumedNow, () => change(!toPaused))
    await reload(DISCOUNTS_KEY)
  }
  return (
    <ActionButton label={isPaused ? words.resume : words.pause} name={code} onAct={() => change(!isPaused)} />
  )
}
