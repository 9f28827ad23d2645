import type { Clock } from '#server/runtime/clock.ts'
import { atoms, parseAmount } from '#shared/money.ts'
import type { RateSource } from './rate-sources.ts'
import type { Quoted } from './rates.ts'

/** Decimals of {@link SourceAnswer.price}: more than any exchange uses, so that no precision is lost before the last step. */
export const PRICE_DECIMALS = 18

/** An exchange's price, or why there is none. */
export type SourceAnswer =
  | {
      readonly kind: 'price'
      /** The middle of bid and ask, times 10^18, in the currency that the source quotes in. */
      readonly price: bigint
      readonly at: Date
    }
  | { readonly kind: 'failed'; readonly reason: 'no answer' | 'refused' | 'not understood' }

interface AskOptions {
  readonly clock: Clock
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

const ONE = 10n ** BigInt(PRICE_DECIMALS)
const ANSWER_MAX_BYTES = 64 * 1024

/** Reads the price of a coin or a currency from a source; null if the source has none. Failures are returned, not thrown. */
export async function askSource(
  source: RateSource,
  quoted: Quoted,
  { clock, timeoutMs, signal }: AskOptions,
): Promise<SourceAnswer | null> {
  const pair = source.pairOf(quoted)
  if (pair === null) return null
  let text: string
  try {
    const response = await fetch(source.baseUrl + source.path(pair.ticker), {
      headers: { accept: 'application/json', 'user-agent': 'keyhold' },
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    text = await readShort(response)
    if (!response.ok) return { kind: 'failed', reason: 'refused' }
  } catch {
    return { kind: 'failed', reason: 'no answer' }
  }
  try {
    const { bid, ask, at } = source.read(JSON.parse(text), pair.ticker)
    const price = middle(bid, ask)
    return { kind: 'price', price: pair.isInverse ? (ONE * ONE) / price : price, at: at ?? clock() }
  } catch {
    return { kind: 'failed', reason: 'not understood' }
  }
}

async function readShort(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    if (text.length > ANSWER_MAX_BYTES) throw new RangeError('the answer is longer than a ticker')
  }
  return text
}

function middle(bid: string, ask: string): bigint {
  const [low, high] = [parseAmount(bid, PRICE_DECIMALS), parseAmount(ask, PRICE_DECIMALS)]
  if (low === 0n || high < low) throw new RangeError('expected a bid above 0 and an ask not below it')
  return atoms((low + high) / 2n)
}
