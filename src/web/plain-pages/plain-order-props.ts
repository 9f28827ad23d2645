import type { BuyerOrder } from '#shared/buyer-api.ts'
import type { PageFacts } from '#shared/page-facts.ts'
import type { PlainOrderFacts } from '#shared/plain-facts.ts'

/** What the plain order page is rendered from: the page's facts, and the reader's request. */
export interface PlainOrderProps {
  readonly facts: PageFacts
  readonly plain: PlainOrderFacts
}

/** The props of every section of the page. */
export interface OrderPartProps extends PlainOrderProps {
  readonly order: BuyerOrder
}
