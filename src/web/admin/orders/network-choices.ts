import type { RailState } from '#shared/api.ts'
import { RAILS, type NetworkId, type Rail } from '#shared/rails.ts'

/** The rails a filter offers: those of every shop, those on offer, and the one it filters by. */
export function networkChoices(offered: readonly RailState[], chosen: NetworkId | 'all'): readonly Rail[] {
  return RAILS.filter(
    ({ network, isExtra }) =>
      !isExtra || network === chosen || offered.some((rail) => rail.network === network),
  )
}
