import type { TemplateContext } from '#server/mail/mail-draft.ts'
import type { OrderFacts, SendFacts } from '#server/mail/mail-facts.ts'
import type { MailBlock, Row } from '#server/mail/mail-layout.ts'
import { formatInstant } from '#texts/format-instant.ts'
import { CHAIN_TABLE } from '#shared/chains.ts'
import { railOf } from '#shared/rails.ts'
import { paymentUri } from '#shared/wallet-link.ts'
import { addressRows } from './address-rows.ts'
import { amountOf } from './order-blocks.ts'

interface SendTable {
  readonly heading: string
  /** Rows that come first. */
  readonly before: readonly Row[]
  /** What to send, a decimal string of the order's coin. */
  readonly amount: string
  /** The label of the amount; by default that of the whole amount. */
  readonly amountLabel?: string
}

/** What to send, where and until when, with the warnings. */
export function sendBlocks(
  facts: OrderFacts & SendFacts,
  { heading, before, amount, amountLabel }: SendTable,
  { language, texts }: TemplateContext,
): readonly MailBlock[] {
  const { send, order, networks } = texts
  return [
    {
      kind: 'table',
      heading,
      rows: [
        ...before,
        { label: amountLabel ?? send.amount, value: amountOf(amount, facts), isExact: true },
        { label: order.network, value: networks[facts.network], isExact: false },
        ...addressRows(send.address, facts.paymentAddress, texts),
        { label: send.until, value: formatInstant(facts.payUntil, language), isExact: false },
      ],
    },
    {
      kind: 'qr',
      address: facts.paymentAddress,
      alt: send.qr,
      wallet: walletOf(facts, amount, send.openWallet),
    },
    { kind: 'list', items: [send.exactly, send.network, send.compare] },
  ]
}

/** A link for a chain's own coin; for tokens the order's page has one. None for a simulated chain, where real coins would be lost. */
function walletOf(
  { network, paymentAddress, isSimulated }: OrderFacts & SendFacts,
  amount: string,
  label: string,
) {
  const chainId = CHAIN_TABLE[railOf(network).chain].mainnetChainId
  const payment = { network, address: paymentAddress, amount, chainId, contract: null }
  const href = isSimulated ? null : paymentUri(payment)
  return href === null ? null : { label, href }
}

/** The warning of a demo that real coins would be lost. */
export function simulationBlocks(
  { isSimulated }: SendFacts,
  { texts }: TemplateContext,
): readonly MailBlock[] {
  return isSimulated ? [{ kind: 'notice', text: texts.send.simulation }] : []
}
