import { USD } from '#shared/currency.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import type { ReactNode } from 'react'
import type { OfferedRail } from '#shared/api.ts'
import { RAILS } from '#shared/rails.ts'
import { deviceNowMs } from '#web/api/server-clock.ts'
import type { PaymentView } from '#web/api/payment-view.ts'
import { arCheckout } from '#texts/ar/checkout.ts'
import { enCheckout } from '#texts/en/checkout.ts'
import { PaymentContext } from '#web/payment/payment-context.ts'
import { PaymentPanel } from './payment-panel.tsx'
import { VerificationScreen } from './verification-screen.tsx'
import { networksAll } from '#shared/address-form.ts'

/** Dollars as a token on Ethereum. */
const rail = RAILS.find(({ contractSetting }) => contractSetting === 'KEYHOLD_USDT_ERC20')
if (rail === undefined) throw new Error('expected a rail with the contract KEYHOLD_USDT_ERC20, found none')
const { network, coin } = rail

export const ID = '5f0c1a52-7a3e-4c5d-9b1e-2f6f0a4f9d10'
export const nothing = () => undefined

export function payment(changes: Partial<PaymentView> = {}): PaymentView {
  return {
    id: ID,
    cryptoAmount: '239.98',
    cryptoType: coin,
    cryptoNetwork: network,
    paymentAddress: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
    currency: USD,
    price: 239.98,
    priceUSD: 239.98,
    quantity: 2,
    edition: 'supporter',
    status: 'pending',
    flags: [],
    expiresAt: new Date(deviceNowMs() + 900_000).toISOString(),
    createdAt: new Date(deviceNowMs()).toISOString(),
    confirmedAt: null,
    transactionHash: null,
    blockchainConfirmations: 0,
    received: '0',
    remaining: '239.98',
    requiredConfirmations: 12,
    isSimulated: false,
    isWithdrawn: false,
    isReread: true,
    ...changes,
  }
}

const languages = { en: enCheckout, ar: arCheckout } as const

export function shown(content: ReactNode, language: keyof typeof languages = 'en'): string {
  const value = {
    language,
    texts: languages[language],
    editionName: 'Supporter Edition',
    supportEmail: 'help@example.com',
    outputNetworks: networksAll('mainnet'),
    currency: USD,
    announce: nothing,
  } as const
  return renderToStaticMarkup(<PaymentContext value={value}>{content}</PaymentContext>)
}

/** The labels of what is not quiet. */
export const mainActions = (html: string) =>
  [...html.matchAll(/<(?:a|button)[^>]*class="button(?: pay-button-wide)?"[^>]*>([^<]*)</g)].map(
    ([, label]) => label,
  )

export const words = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

export const ERC20: OfferedRail = {
  ...{
    network,
    available: true,
    reason: null,
    simulated: false,
    rate: '1',
    dollars: '1',
    confirmations: null,
  },
  ...{ chainId: 1, contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7' },
}

export const panel = (changes: Partial<PaymentView> = {}, more: object = {}) => (
  <PaymentPanel
    payment={payment(changes)}
    rail={ERC20}
    security="valid"
    onSent={nothing}
    onStartOver={nothing}
    {...more}
  />
)

export function verification(changes: Partial<PaymentView> = {}, more: object = {}): ReactNode {
  return (
    <VerificationScreen
      payment={payment(changes)}
      rail={ERC20}
      check={{ kind: 'waiting' }}
      attempts={0}
      security="valid"
      onCheck={nothing}
      onBack={nothing}
      onStartOver={nothing}
      {...more}
    />
  )
}
