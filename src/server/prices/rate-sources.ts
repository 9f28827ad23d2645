import * as z from 'zod'
import { quotingOf, SOLD_ASSETS, type Exchange, type SoldAsset } from '#shared/assets.ts'
import type { Quoted } from './rates.ts'

/** The best offers of an exchange, in its own format; `at` is null if it reports no time. */
interface Ticker {
  readonly bid: string
  readonly ask: string
  readonly at: Date | null
}

/** The name of a trading pair. */
interface Pair {
  readonly ticker: string
  /** Whether it is the price of one of the source's own currency, so that the rate is one divided by it. */
  readonly isInverse: boolean
}

/** A public ticker, which needs no account and no key. */
export interface RateSource {
  readonly name: Exchange | CurrencySource
  /** Without a trailing slash. */
  readonly baseUrl: string
  /** The currency of its prices. */
  readonly quotedIn: 'USD' | SoldAsset
  /** The pair of a coin or a currency; null if the source has none. */
  readonly pairOf: (quoted: Quoted) => Pair | null
  /** @param ticker the source's name of the pair. */
  readonly path: (ticker: string) => string
  /** @throws if the body is of another shape, or does not have the pair. */
  readonly read: (body: unknown, ticker: string) => Ticker
}

/** Where all currencies are read besides the exchanges, which trade some of them. */
type CurrencySource = 'coinbase-currencies' | 'bitpay'

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

const CoinbaseCurrency = z.object({ data: z.object({ rates: z.object({ USD: z.string() }) }) })
const BitpayRates = z.array(z.object({ code: z.string(), rate: z.number().positive() }))

/** The pairs of currencies that exchanges trade; each exchange names its own currency first where `isInverse`. */
const CURRENCY_PAIRS: Readonly<Record<Exchange, (currency: string) => Pair | null>> = {
  coinbase: () => null,
  kraken: (currency) => pairAmong(currency, ['EUR', 'GBP', 'AUD'], ['CAD', 'CHF', 'JPY'], 'USD'),
  bitstamp: (currency) => {
    const pair = pairAmong(currency, ['EUR', 'GBP'], [], 'USD')
    return pair && { ...pair, ticker: pair.ticker.toLowerCase() }
  },
  binance: (currency) =>
    pairAmong(
      currency,
      ['EUR'],
      ['ARS', 'BRL', 'COP', 'CZK', 'JPY', 'MXN', 'PLN', 'RON', 'TRY', 'ZAR'],
      'USDT',
    ),
}

/** @param own the exchange's currency, in which `direct` ones are quoted, and which is quoted in `inverse` ones. */
function pairAmong(
  currency: string,
  direct: readonly string[],
  inverse: readonly string[],
  own: string,
): Pair | null {
  if (direct.includes(currency)) return { ticker: currency + own, isInverse: false }
  return inverse.includes(currency) ? { ticker: own + currency, isInverse: true } : null
}

const isAsset = (quoted: Quoted): quoted is SoldAsset => (SOLD_ASSETS as readonly string[]).includes(quoted)

const pairsOf = (exchange: Exchange) => (quoted: Quoted) => {
  if (!isAsset(quoted)) return CURRENCY_PAIRS[exchange](quoted)
  const ticker = quotingOf(quoted).tickers[exchange]
  return ticker === null ? null : { ticker, isInverse: false }
}

const currencyPair = (quoted: Quoted) => (isAsset(quoted) ? null : { ticker: quoted, isInverse: false })

/** A source without offers: one price, without a time. */
const priceOnly = (price: string) => ({ bid: price, ask: price, at: null })

/** What rates are read from. A new exchange needs one row here, and its pair names in the table of assets. */
export const RATE_SOURCES: readonly RateSource[] = [
  {
    name: 'coinbase',
    pairOf: pairsOf('coinbase'),
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
    pairOf: pairsOf('kraken'),
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
    pairOf: pairsOf('binance'),
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
    pairOf: pairsOf('bitstamp'),
    baseUrl: 'https://www.bitstamp.net',
    quotedIn: 'USD',
    path: (ticker) => `/api/v2/ticker/${ticker}/`,
    read: (body) => {
      const { bid, ask, timestamp } = BitstampTicker.parse(body)
      return { bid, ask, at: new Date(Number(timestamp) * 1000) }
    },
  },
  // the two know every currency: each is asked for the ones that a shop sells in
  {
    name: 'coinbase-currencies',
    pairOf: currencyPair,
    baseUrl: 'https://api.coinbase.com',
    quotedIn: 'USD',
    path: (currency) => `/v2/exchange-rates?currency=${currency}`,
    read: (body) => priceOnly(CoinbaseCurrency.parse(body).data.rates.USD),
  },
  {
    name: 'bitpay',
    pairOf: currencyPair,
    baseUrl: 'https://bitpay.com',
    quotedIn: 'USD',
    path: () => '/api/rates',
    // what one bitcoin costs in every currency
    read: (body, currency) => {
      const rates = BitpayRates.parse(body)
      const [dollars, own] = ['USD', currency].map((code) => rates.find((one) => one.code === code)?.rate)
      if (dollars === undefined || own === undefined)
        throw new RangeError('expected dollars and the currency')
      return priceOnly((dollars / own).toFixed(12))
    },
  },
]
