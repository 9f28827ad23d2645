import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isRefunding, type BulletinForecast, type BulletinRow } from '#shared/bulletins-api.ts'
import { cents } from '#shared/money.ts'
import { railOf } from '#shared/rails.ts'
import { formatCount, formatPrice } from '#texts/format.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { FailedNote } from '#web/admin/failed-note.tsx'
import { LabelledInput } from '#web/admin/labelled-input.tsx'
import { Modal } from '#web/admin/modal.tsx'
import { networkLabel } from '#web/admin/orders/network-label.ts'
import { Skeleton } from '#web/admin/skeleton.tsx'
import { readForecast } from './bulletin-calls.ts'
import { useBulletinChange } from './use-bulletin-change.ts'
import { WrongPriceForecast } from './wrong-price-forecast.tsx'

interface SendModalProps {
  readonly bulletin: BulletinRow
  readonly onClose: () => void
}

/** Shows what sending does, and asks for the number of orders before it does it. */
export function SendModal({ bulletin, onClose }: SendModalProps) {
  const { texts, language } = useAdmin()
  const words = texts.bulletins
  const change = useBulletinChange()
  const [typed, setTyped] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const forecast = useQuery({
    queryKey: ['bulletins', bulletin.id, 'forecast'],
    queryFn: ({ signal }) => readForecast(bulletin.id, signal),
  })
  const orders = forecast.data?.orders ?? 0
  const isConfirmed = orders > 0 && digitsOf(typed) === String(orders)
  const send = async () => {
    setIsBusy(true)
    const isStarted = await change({ action: 'start', id: bulletin.id, orders }, words.started)
    setIsBusy(false)
    if (isStarted) onClose()
    else setTyped('')
  }
  return (
    <Modal title={words.sendTitle} onClose={onClose} isWide>
      {forecast.isPending ? <Skeleton /> : null}
      {forecast.isError ? (
        <FailedNote text={words.loadFailed} error={forecast.error} onRetry={() => forecast.refetch()} />
      ) : null}
      {forecast.data === undefined ? null : (
        <>
          <dl className="figures">
            <div>
              <dt>{words.kind}</dt>
              <dd>{words.kinds[bulletin.kind]}</dd>
            </div>
            <div>
              <dt>{words.orders}</dt>
              <dd>{formatCount(language, orders)}</dd>
            </div>
          </dl>
          {forecast.data.atWrongPrice.length === 0 ? null : (
            <WrongPriceForecast atWrongPrice={forecast.data.atWrongPrice} />
          )}
          {forecast.data.refunds.length === 0 ? null : <RefundForecast refunds={forecast.data.refunds} />}
          {orders === 0 ? (
            <p className="note note-warn">{words.noOrders}</p>
          ) : (
            <LabelledInput
              label={words.typeNumber}
              inputMode="numeric"
              autoComplete="off"
              maxLength={12}
              value={typed}
              onChange={({ target }) => {
                setTyped(target.value)
              }}
            />
          )}
        </>
      )}
      <div className="modal-actions">
        <button type="button" className="act" onClick={onClose} disabled={isBusy}>
          {texts.shell.cancel}
        </button>
        <button
          type="button"
          className="act act-danger"
          aria-busy={isBusy}
          disabled={isBusy || !isConfirmed}
          onClick={() => {
            void send()
          }}
        >
          {isRefunding(bulletin.kind) ? words.sendAndRefund : words.sendNow}
        </button>
      </div>
    </Modal>
  )
}

const ARABIC_ZERO = 0x0660

/** The digits of a number as it was typed, with separators or in Arabic digits. */
function digitsOf(typed: string): string {
  return typed
    .replace(/[٠-٩]/g, (digit) => String((digit.codePointAt(0) ?? ARABIC_ZERO) - ARABIC_ZERO))
    .replace(/[\s.,٬\u00a0\u202f]/g, '')
}

/** For each network: price, amount and copies. */
function RefundForecast({ refunds }: Pick<BulletinForecast, 'refunds'>) {
  const { texts, language } = useAdmin()
  const words = texts.bulletins
  return (
    <>
      <h3>{words.refunds}</h3>
      <dl className="figures">
        {refunds.map(({ network, symbol, copies, priceCents, amount }) => (
          <div key={network}>
            <dt>
              <bdi>{networkLabel(railOf(network))}</bdi> · {words.copies}: {formatCount(language, copies)}
            </dt>
            <dd>
              <bdi>{formatPrice(language, cents(priceCents))}</bdi>
              {amount === null ? null : (
                <>
                  {' '}
                  ≈ <bdi dir="ltr">{`${amount} ${symbol}`}</bdi>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className="lead">{words.refundsNote}</p>
    </>
  )
}
