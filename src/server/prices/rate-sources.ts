import * as z from 'zod'
import type { RatedCoin } from './rates.ts'

/** The best offers of an exchange, as it writes them; `at` null where it gives no time. */
export interface Ticker {
  readonly bid: string
  readonly ask: string
  readonly at: Date | null
}

/** An exchange's public ticker: no account, no key. */
export interface RateSource {
  readonly name: string
  /** Without a slash at its end. */
  readonly baseUrl: string
  /** What its prices are in. */
  readonly quotedIn: 'USD' | 'USDT'
  /** Null where it does not trade the coin. */
  readonly path: (coin: RatedCoin) => string | null
  /** @throws {z.ZodError} if the body is of another shape. */
  readonly read: (body: unknown) => Ticker
}

const CoinbaseTicker = z.object({ bid: z.string(), ask: z.string(), time: z.iso.datetime() })
const Offers = z.tuple([z.string()], z.unknown())
const KrakenTicker = z.object({
  error: z.array(z.unknown()).length(0),
  // the pair is named otherwise than it was asked for
  result: z.record(z.string(), z.object({ a: Offers, b: Offers })).refine((r) => Object.keys(r).length === 1),
})
const BinanceTicker = z.object({ bidPrice: z.string(), askPrice: z.string(), closeTime: z.int() })
const BitstampTicker = z.object({
  bid: z.string(),
  ask: z.string(),
  timestamp: z.union([z.string().regex(/^\d{1,12}$/), z.int()]),
})

const KRAKEN_NAMES: Readonly<Record<RatedCoin, string>> = { BTC: 'XBT', ETH: 'ETH', USDT: 'USDT' }

/** The exchanges asked for rates. A new one is one row. */
export const RATE_SOURCES: readonly RateSource[] = [
  {
    name: 'coinbase',
    baseUrl: 'https://api.exchange.coinbase.com',
    quotedIn: 'USD',
    path: (coin) => `/products/${coin}-USD/ticker`,
    read: (body) => {
      const { bid, ask, time } = CoinbaseTicker.parse(body)
      return { bid, ask, at: new Date(time) }
    },
  },
  {
    name: 'kraken',
    baseUrl: 'https://api.kraken.com',
    quotedIn: 'USD',
    path: (coin) => `/0/public/Ticker?pair=${KRAKEN_NAMES[coin]}USD`,
    read: (body) => {
      const [pair] = Object.values(KrakenTicker.parse(body).result)
      return { bid: pair?.b[0] ?? '', ask: pair?.a[0] ?? '', at: null }
    },
  },
  {
    name: 'binance',
    baseUrl: 'https://api.binance.com',
    quotedIn: 'USDT',
    path: (coin) => (coin === 'USDT' ? null : `/api/v3/ticker/24hr?symbol=${coin}USDT`),
    read: (body) => {
      const { bidPrice, askPrice, closeTime } = BinanceTicker.parse(body)
      return { bid: bidPrice, ask: askPrice, at: new Date(closeTime) }
    },
  },
  {
    name: 'bitstamp',
    baseUrl: 'https://www.bitstamp.net',
    quotedIn: 'USD',
    path: (coin) => `/api/v2/ticker/${coin.toLowerCase()}usd/`,
    read: (body) => {
      const { bid, ask, timestamp } = BitstampTicker.parse(body)
      return { bid, ask, at: new Date(Number(timestamp) * 1000) }
    },
  },
]
