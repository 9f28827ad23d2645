import * as z from 'zod'
import type { SoldAsset, Exchange } from '#shared/assets.ts'

/** The best offers of an exchange, in its own format; `at` is null if it reports no time. */
interface Ticker {
  readonly bid: string
  readonly ask: string
  readonly at: Date | null
}

/** An exchange's public ticker, which needs no account and no key. */
export interface RateSource {
  readonly name: Exchange
  /** Without a trailing slash. */
  readonly baseUrl: string
  /** The currency of its prices. */
  readonly quotedIn: 'USD' | SoldAsset
  /** @param ticker the exchange's name of the pair. */
  readonly path: (ticker: string) => string
  /** @throws {z.ZodError} if the body is of another shape. */
  readonly read: (body: unknown) => Ticker
}

const CoinbaseTicker = z.object({ bid: z.string(), ask: z.string(), time: z.iso.datetime() })
const Offers = z.tuple([z.string()], z.unknown())
const KrakenTicker = z.object({
  error: z.array(z.unknown()).length(0),
  // the answer names the pair differently from the request
  result: z.record(z.string(), z.object({ a: Offers, b: Offers })).refine((r) => Object.keys(r).length === 1),
})
const BinanceTicker = z.object({ bidPrice: z.string(), askPrice: z.string(), closeTime: z.int() })
const BitstampTicker = z.object({
  bid: z.string(),
  ask: z.string(),
  timestamp: z.union([z.string().regex(/^\d{1,12}$/), z.int()]),
})

/** The exchanges that rates are read from. A new one needs one row here, and its pair names in the table of assets. */
export const RATE_SOURCES: readonly RateSource[] = [
  {
    name: 'coinbase',
    baseUrl: 'https://api.exchange.coinbase.com',
    quotedIn: 'USD',
    path: (ticker) => `/products/${ticker}/ticker`,
    read: (body) => {
      const { bid, ask, time } = CoinbaseTicker.parse(body)
      return { bid, ask, at: new Date(time) }
    },
  },
  {
    name: 'kraken',
    baseUrl: 'https://api.kraken.com',
    quotedIn: 'USD',
    path: (ticker) => `/0/public/Ticker?pair=${ticker}`,
    read: (body) => {
      const [pair] = Object.values(KrakenTicker.parse(body).result)
      return { bid: pair?.b[0] ?? '', ask: pair?.a[0] ?? '', at: null }
    },
  },
  {
    name: 'binance',
    baseUrl: 'https://api.binance.com',
    quotedIn: 'USDT',
    path: (ticker) => `/api/v3/ticker/24hr?symbol=${ticker}`,
    read: (body) => {
      const { bidPrice, askPrice, closeTime } = BinanceTicker.parse(body)
      return { bid: bidPrice, ask: askPrice, at: new Date(closeTime) }
    },
  },
  {
    name: 'bitstamp',
    baseUrl: 'https://www.bitstamp.net',
    quotedIn: 'USD',
    path: (ticker) => `/api/v2/ticker/${ticker}/`,
    read: (body) => {
      const { bid, ask, timestamp } = BitstampTicker.parse(body)
      return { bid, ask, at: new Date(Number(timestamp) * 1000) }
    },
  },
]
