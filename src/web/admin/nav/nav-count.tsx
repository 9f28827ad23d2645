import type { WaitingKind } from '#shared/overview-api.ts'
import { formatCount } from '#texts/format.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { useOverview } from '#web/admin/overview/use-overview.ts'
import type { PlaceId } from './places.ts'

/** Where what waits for a person is dealt with. */
const PLACES: Readonly<Record<WaitingKind, PlaceId>> = {
  review: 'exceptions',
  held_back: 'exceptions',
  refunds: 'refunds',
  awaiting_keys: 'keys',
  lost_payments: 'shop',
  alerts: 'exceptions',
}

/** Shows how much waits in a place; renders nothing if nothing does. */
export function NavCount({ id }: { readonly id: PlaceId }) {
  const { language } = useAdmin()
  const waiting = useOverview().data?.waiting ?? []
  const count = waiting.filter(({ kind }) => PLACES[kind] === id).reduce((sum, one) => sum + one.count, 0)
  return count === 0 ? null : <span className="count">{formatCount(language, count)}</span>
}
