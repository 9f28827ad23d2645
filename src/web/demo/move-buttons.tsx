import { useEffect, useState } from 'react'
import type { SiteTexts } from '#texts/en/site.ts'
import type { PaymentView } from '#web/api/payment-view.ts'
import { useRails } from '#web/payment/use-payment.ts'
import { halfOf, onWrongNetwork, withWrongToken, type WalletPayment } from './wallet-moves.ts'

interface MoveButtonsProps {
  readonly texts: SiteTexts['demo']
  readonly payment: PaymentView
  readonly onMove: (path: string, body: object) => void
}

const BLOCKS_TO_REORGANISE = 3

/** Buttons that pay correctly or incorrectly, and that advance the chain. */
export function MoveButtons({ texts, payment, onMove }: MoveButtonsProps) {
  const network = payment.cryptoNetwork
  const pay = (body: WalletPayment | null) => {
    if (body !== null) onMove('/demo/wallet/pay', body)
  }
  const wrongNetwork = onWrongNetwork(payment, useRails())
  const wrongToken = withWrongToken(payment)
  const isLate = useIsPast(payment.expiresAt)
  const moves: readonly [label: string, isOff: boolean, act: () => void][] = [
    [texts.pay, isLate, () => pay({ paymentId: payment.id })],
    [texts.payLess, false, () => pay(halfOf(payment))],
    [texts.payLate, !isLate, () => pay({ paymentId: payment.id })],
    [texts.payWrongNetwork, wrongNetwork === null, () => pay(wrongNetwork)],
    [texts.payWrongToken, wrongToken === null, () => pay(wrongToken)],
    [texts.mine, false, () => onMove('/demo/wallet/mine', { network, blocks: 1 })],
    [texts.reorganise, false, () => onMove('/demo/wallet/reorg', { network, depth: BLOCKS_TO_REORGANISE })],
  ]
  return (
    <>
      <div className="demo-actions">
        {moves.map(([label, isOff, act], index) => (
          <button
            key={label}
            type="button"
            className={index === 0 ? 'button' : 'button button-quiet'}
            disabled={isOff}
            onClick={act}
          >
            {label}
          </button>
        ))}
      </div>
      {isLate ? null : <p className="demo-hint">{texts.lateHint}</p>}
    </>
  )
}

/** Whether a moment has passed; re-renders when it does. */
function useIsPast(at: string): boolean {
  const [passed, setPassed] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setPassed(at), Math.max(0, Date.parse(at) - Date.now()))
    return () => clearTimeout(timer)
  }, [at])
  return passed === at
}
