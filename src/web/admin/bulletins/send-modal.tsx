import { useState } from 'react'
import { isRefunding, type BulletinForecast, type BulletinRow } from '#shared/bulletins-api.ts'
import { USD, type Currency } from '#shared/currency.ts'
import { cents } from '#shared/money.ts'
import { railOf } from '#shared/rails.ts'
import { formatCount, formatPrice, fill } from '#texts/format.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { ReadState } from '#web/admin/read-state.tsx'
import { Button } from '#web/admin/button.tsx'
import { Figures } from '#web/admin/figures.tsx'
import { HintedField } from '#web/admin/text-field.tsx'
import { Modal } from '#web/admin/modal.tsx'
import { networkLabel } from '#web/admin/orders/network-label.ts'
import { useBusy } from '#web/admin/use-busy.ts'
import { useRead } from '#web/admin/use-read.ts'
import { BULLETINS, useBulletinChange } from './use-bulletin-change.ts'

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
  const [isBusy, run] = useBusy()
  const forecast = useRead<BulletinForecast>(
    ['bulletins', bulletin.id, 'forecast'],
    `${BULLETINS}/${bulletin.id}/forecast`,
  )
  const orders = forecast.data?.orders ?? 0
  const isConfirmed = orders > 0 && digitsOf(typed) === String(orders)
  const send = async () => {
    if (await change({ action: 'start', id: bulletin.id, orders }, words.started)) onClose()
    else setTyped('')
  }
  return (
    <Modal title={words.sendTitle} onClose={onClose} isWide>
      <ReadState query={forecast} failed={words.loadFailed} />
      {forecast.data === undefined ? null : (
        <>
          <Figures
            figures={[
              [words.kind, words.kinds[bulletin.kind]],
              [words.orders, formatCount(language, orders)],
            ]}
          />
          {forecast.data.atWrongPrice.length === 0 ? null : (
            <WrongPriceForecast
              atWrongPrice={forecast.data.atWrongPrice}
              currency={bulletin.prices?.currency ?? USD}
            />
          )}
          {forecast.data.refunds.length === 0 ? null : <RefundForecast refunds={forecast.data.refunds} />}
          {orders === 0 ? (
            <p className="note note-warn">{words.noOrders}</p>
          ) : (
            <HintedField
              label={words.typeNumber}
              inputMode="numeric"
              autoComplete="off"
              maxLength={12}
              value={typed}
              onType={setTyped}
            />
          )}
        </>
      )}
      <div className="modal-actions">
        <Button onClick={onClose} disabled={isBusy}>
          {texts.shell.cancel}
        </Button>
        <Button look="danger" isBusy={isBusy} disabled={!isConfirmed} onClick={() => run(send)}>
          {isRefunding(bulletin.kind) ? words.sendAndRefund : words.sendNow}
        </Button>
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

/** For each network and currency: price, amount and copies. */
function RefundForecast({ refunds }: Pick<BulletinForecast, 'refunds'>) {
  const { texts, language } = useAdmin()
  const words = texts.bulletins
  return (
    <>
      <h3>{words.refunds}</h3>
      <dl className="figures">
        {refunds.map(({ network, symbol, copies, currency, priceCents, amount }) => (
          <div key={`${network} ${currency}`}>
            <dt>
              <bdi>{networkLabel(railOf(network))}</bdi> · {words.copies}
              {texts.shell.colon} {formatCount(language, copies)}
            </dt>
            <dd>
              <bdi>{formatPrice(language, cents(priceCents), currency)}</bdi>
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

interface WrongPriceForecastProps extends Pick<BulletinForecast, 'atWrongPrice'> {
  readonly currency: Currency
}

/** The orders at a wrong price by what became of them, with what they cost and what they should have cost. */
function WrongPriceForecast({ atWrongPrice, currency }: WrongPriceForecastProps) {
  const { texts, language } = useAdmin()
  const words = texts.bulletins
  const price = (value: number) => <bdi>{formatPrice(language, cents(value), currency)}</bdi>
  return (
    <>
      <h3>{words.atWrongPrice}</h3>
      <dl className="figures">
        {atWrongPrice.map(({ state, orders, priceCents, rightCents }) => (
          <div key={state}>
            <dt>{fill(words.wrongPriceStates[state], { count: formatCount(language, orders) })}</dt>
            <dd>
              {price(priceCents)} <small>{words.insteadOf}</small> {price(rightCents)}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
