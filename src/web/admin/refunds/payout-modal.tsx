import { Fragment } from 'react'
import { addressGroups, checkWords } from '#shared/check-words.ts'
import type { RefundRow } from '#shared/orders-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Button } from '#web/admin/button.tsx'
import { chainName } from '#shared/chain-name.ts'
import { CopyIconButton } from '#web/admin/copy-icon-button.tsx'
import { InlineCode } from '#web/admin/inline-code.tsx'
import { QrImage } from '#web/admin/qr-image.tsx'
import { Modal } from '#web/admin/modal.tsx'
import { sendRefundTransaction } from '#web/admin/orders/order-calls.ts'
import { TransactionForm } from '#web/admin/orders/transaction-form.tsx'
import { useOrderAction } from '#web/admin/orders/use-order-action.ts'
import { fill, formatCount } from '#texts/format.ts'

const QR_PX = 200

/** The refunds that follow this one. */
export interface PayoutQueue {
  /** How many. */
  readonly left: number
  readonly onSkip: () => void
}

interface PayoutModalProps {
  readonly refund: RefundRow
  readonly queue?: PayoutQueue
  /** What is owed is being computed. */
  readonly isQuoting: boolean
  readonly onQuoteAgain: () => unknown
  readonly onClose: () => void
  readonly onRecorded: () => void
}

/** Shows the amount and address to pay, and asks for the transaction that paid it. */
export function PayoutModal(props: PayoutModalProps) {
  const { refund, queue, isQuoting, onQuoteAgain, onClose } = props
  const { texts, language } = useAdmin()
  const isQuoted = refund.owed !== null && !(refund.isQuoteOld && refund.status === 'asked')
  return (
    <Modal title={texts.payout.pay} onClose={onClose} isWide>
      {queue === undefined || queue.left === 0 ? null : (
        <div className="row queue-row">
          <p className="lead">{fill(texts.queue.left, { count: formatCount(language, queue.left) })}</p>
          <Button isSmall look="quiet" onClick={queue.onSkip}>
            {texts.queue.skip}
          </Button>
        </div>
      )}
      {isQuoting ? <p role="status">{texts.payout.computing}</p> : null}
      {isQuoted && !isQuoting ? (
        <Payout {...props} />
      ) : (
        <div className="modal-actions">
          <Button onClick={onClose}>{texts.shell.cancel}</Button>
          {isQuoting ? null : <Button onClick={onQuoteAgain}>{texts.refunds.quote}</Button>}
        </div>
      )}
    </Modal>
  )
}

function Payout({ refund, onQuoteAgain, onClose, onRecorded }: PayoutModalProps) {
  const { texts } = useAdmin()
  const words = texts.refunds
  const runAction = useOrderAction()
  const owed = refund.owed ?? ''
  const amount = `\u2066${owed} ${refund.asset} (${chainName(refund.chain)})\u2069`
  const record = async (txHash: string) => {
    if (await runAction(sendRefundTransaction(refund.id, txHash), words.recorded)) onRecorded()
  }
  return (
    <TransactionForm
      submitLabel={words.record}
      others={
        <>
          <Button onClick={onClose}>{texts.shell.cancel}</Button>
          {refund.status === 'recorded' ? null : <Button onClick={onQuoteAgain}>{words.quoteAgain}</Button>}
        </>
      }
      onSend={record}
    >
      <p>{fill(words.recordLead, { amount })}</p>
      <PayoutFacts refund={refund} owed={owed} />
    </TransactionForm>
  )
}

function PayoutFacts({ refund, owed }: { readonly refund: RefundRow; readonly owed: string }) {
  const { payout, shell } = useAdmin().texts
  const { address, asset, rate, currency } = refund
  return (
    <div className="payout">
      <dl className="figures">
        <div>
          <dt>{payout.amount}</dt>
          <dd className="seen-key">
            <InlineCode>{`${owed} ${asset}`}</InlineCode>
            <CopyIconButton text={owed} label={`${shell.copy}${shell.colon} ${payout.amount}`} />
          </dd>
          {rate === null ? null : (
            <small className="lead">{fill(payout.rate, { rate, asset, currency })}</small>
          )}
        </div>
        <div>
          <dt>{payout.address}</dt>
          <dd className="seen-key">
            <code dir="ltr" className="code address-groups">
              {addressGroups(address).map((group, index) => (
                <Fragment key={index}>
                  <span>{group}</span>
                  <wbr />
                </Fragment>
              ))}
            </code>
            <CopyIconButton text={address} label={`${shell.copy}${shell.colon} ${payout.address}`} />
          </dd>
        </div>
        <div>
          <dt>{payout.checkWords}</dt>
          <dd>
            <bdi dir="ltr" translate="no">
              {checkWords(address)}
            </bdi>
          </dd>
          <small className="lead">{payout.checkHint}</small>
        </div>
      </dl>
      <QrImage text={address} alt={payout.qr} size={QR_PX} quietZone={1} />
    </div>
  )
}
