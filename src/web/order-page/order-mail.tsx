import { useState } from 'react'
import type { BuyerOrder } from '#shared/buyer-api.ts'
import { RESEND_PAUSE_S } from '#shared/constants.ts'
import type { OrderPageTexts } from '#texts/en/order-page.ts'
import { QuietButton } from '#web/ui/quiet-button.tsx'
import type { CallFailure } from '#web/api/call-shop.ts'
import { sendResendRequest } from '#web/api/orders.ts'
import { serverNowMs } from '#web/api/server-clock.ts'
import { plural } from '#texts/format.ts'
import { areKeysMailed } from '#web/payment/are-keys-mailed.ts'
import { usePaymentContext } from '#web/payment/payment-context.ts'
import { FillText, Latin } from '#web/ui/fill-text.tsx'
import { useSecondsLeft } from '#web/payment/use-clock.ts'
import { useOrderContext } from '#web/payment/order-context.ts'
import { Moment } from './moment.tsx'
import { OrderSection } from '#web/payment/order-section.tsx'

/** Where mails are sent, when the last one was sent, and a button that sends it again. */
export function OrderMailSection({ order }: { readonly order: BuyerOrder }) {
  const { language } = usePaymentContext()
  const { texts, words } = useOrderContext()
  return (
    <OrderSection title={words.resend.title} className="order-mail">
      {order.email === null ? null : (
        <p>
          <FillText text={texts.mail} values={{ email: <Latin>{order.email}</Latin> }} />{' '}
          {areKeysMailed(order) ? plural(language, texts.keysMailed, order.payment.quantity) : null}
        </p>
      )}
      <p className={order.isMailWithheld ? undefined : 'order-quiet'}>
        {order.isMailWithheld ? (
          words.resend.withheld
        ) : order.mailSentAt === null ? (
          words.resend.notYet
        ) : (
          <FillText text={words.resend.sentAt} values={{ time: <Moment at={order.mailSentAt} /> }} />
        )}
      </p>
      <ResendButton orderId={order.payment.id} />
    </OrderSection>
  )
}

const LONG_WAIT_MS = 120_000

function ResendButton({ orderId }: { readonly orderId: string }) {
  const { words, reread } = useOrderContext()
  const [isSending, setIsSending] = useState(false)
  const [answer, setAnswer] = useState('')
  const [pausedUntil, setPausedUntil] = useState(() => new Date(0).toISOString())
  const left = useSecondsLeft(pausedUntil)
  const send = async () => {
    setIsSending(true)
    const outcome = await sendResendRequest(orderId)
    setIsSending(false)
    const pauseMs = outcome.kind === 'ok' ? RESEND_PAUSE_S * 1000 : (outcome.retryAfterMs ?? 0)
    setPausedUntil(new Date(serverNowMs() + pauseMs).toISOString())
    setAnswer(outcome.kind === 'ok' ? words.resend.done : failureText(words.resend, outcome))
    reread()
  }
  return (
    <div className="order-resend">
      <QuietButton
        aria-disabled={isSending || left > 0}
        aria-busy={isSending}
        onClick={() => {
          if (!isSending && left === 0) void send()
        }}
      >
        {isSending ? words.resend.sending : words.resend.button}
      </QuietButton>
      <p role="status">{answer}</p>
      {left > 0 && left * 1000 <= LONG_WAIT_MS ? (
        <p className="order-quiet">
          <FillText text={words.resend.wait} values={{ seconds: <Latin>{left}</Latin> }} />
        </p>
      ) : null}
    </div>
  )
}

function failureText(words: OrderPageTexts['resend'], { code, retryAfterMs }: CallFailure): string {
  if (code === 'NOTHING_TO_RESEND') return words.nothing
  if (code !== 'RATE_LIMITED') return words.failed
  return (retryAfterMs ?? 0) <= LONG_WAIT_MS ? '' : words.limited
}
