import type { DbDeps } from '#server/db/db-deps.ts'
import type { EditionFileStore } from '#server/edition-files/edition-files.ts'
import type { Limits } from '#server/rate-limits/rate-limits.ts'
import type { OriginRule } from '#server/live/allowed-origin.ts'
import type { FreezeChecks } from '#server/refunds/freeze-checks.ts'
import type { RecordHandOut } from '#server/keys/claim-keys.ts'
import type { KeyCipher } from '#server/secrets/key-cipher.ts'
import type { RefundTerms } from '#server/refunds/request-refund.ts'
import type { EditionId } from '#shared/editions.ts'
import type { InvoiceFacts } from '#shared/invoice-facts.ts'
import type { Language } from '#shared/languages.ts'
import type { PaymentPolicy } from '#server/payments/policy.ts'
import type { ChainId } from '#shared/chains.ts'

/** Decides which public explorers can show the shop's chains. */
export interface ExplorerSettings {
  readonly chains: Readonly<
    Record<ChainId, { readonly chainId: number | null; readonly isSimulated: boolean }>
  >
  readonly outputNetworks: RefundTerms['outputNetworks']
}

/** Dependencies of the order page and its calls. */
export interface OrderPageDeps extends DbDeps {
  /** The installation's secret, from which the second secrets of orders are derived. */
  readonly secret: Uint8Array
  readonly keyCipher: KeyCipher
  readonly recordHandOut: RecordHandOut
  readonly editionFiles: EditionFileStore
  readonly limits: Limits
  readonly terms: RefundTerms
  readonly freezeChecks: Pick<FreezeChecks, 'stateOfRefundAddress'>
  readonly explorers: ExplorerSettings
  readonly policy: PaymentPolicy
  readonly gameTitle: string
  /** What readers may choose from, the default language first. */
  readonly languages: readonly Language[]
  readonly editionName: (edition: EditionId, language: Language) => string
  /** Formats an invoice without its last line, the digest. */
  readonly formatInvoice: (facts: InvoiceFacts, language: Language) => string
  /** Whether buyers are asked where they live, and the header by which the reverse proxy says where a network is. */
  readonly vat: { readonly asksCountry: boolean; readonly countryHeader: string | null }
  readonly isSecure: boolean
  /** The origins whose pages may call with a buyer's cookie. */
  readonly origin: OriginRule
}
