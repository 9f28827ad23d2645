import { useState } from 'react'
import type { Currency } from '#shared/currency.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { CurrencySelect, InCurrency } from '#web/admin/currency-select.tsx'
import { FailedNote } from '#web/admin/failed-note.tsx'
import { Skeleton } from '#web/admin/skeleton.tsx'
import { useMay } from '#web/admin/staff-context.ts'
import { FirstDay } from './first-day.tsx'
import { SalesFigures } from './sales-figures.tsx'
import { ShopHealth } from './shop-health.tsx'
import { useOverview } from './use-overview.ts'
import { WaitingList } from './waiting-list.tsx'

/** What the back office opens on: sales, what waits for a person, the state of the shop. The key manager follows it. */
export function Overview() {
  const { texts, currencies } = useAdmin()
  const [chosen, setChosen] = useState<Currency | null>(null)
  const may = useMay()
  const overview = useOverview(chosen)
  return (
    <div className="tab-content stack overview">
      {may('settings.read') ? <FirstDay /> : null}
      {overview.isPending ? (
        <div className="card">
          <Skeleton lines={6} />
        </div>
      ) : null}
      {overview.isError ? <FailedNote text={texts.overview.failed} query={overview} /> : null}
      {overview.data === undefined ? null : (
        <InCurrency currency={overview.data.currency}>
          <CurrencySelect
            currency={overview.data.currency}
            currencies={soldIn(overview.data.currencies, currencies)}
            onChoose={setChosen}
          />
          {overview.data.sales === null ? null : <SalesFigures sales={overview.data.sales} />}
          <WaitingList waiting={overview.data.waiting} />
          <ShopHealth overview={overview.data} />
        </InCurrency>
      )}
    </div>
  )
}

/** The shop's own currency is beside those of its orders. */
function soldIn(sold: readonly Currency[], [shopCurrency]: readonly Currency[]): readonly Currency[] {
  return sold.length === 0 || shopCurrency === undefined ? [] : [shopCurrency, ...sold]
}
