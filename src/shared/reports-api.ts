import * as z from 'zod'
import { WALLETS } from '#shared/chains.ts'
import { KeyStats } from './admin-api.ts'
import { CurrencyField, EditionField, RailState } from './api.ts'
import { IsoTimestamp } from './api-fields.ts'
import { ASSETS } from './assets.ts'
import { LANGUAGES } from './languages.ts'
import { CHAINS } from './chains.ts'
import { NETWORKS } from './rails.ts'

// The back office's reports: statistics, and the check of the settings.

/** A day of UTC: `2026-11-21`. */
const Day = z.iso.date()
const AskedDay = Day.refine((day) => day >= '2000-01-01' && day < '2200-01-01')
const Sold = { orders: z.int(), copies: z.int(), cents: z.int() }

/** A range of days, both included; the last thirty by default. Amounts are in the currency; the shop's own by default. */
export const StatisticsQuery = z.object({
  from: AskedDay.optional(),
  to: AskedDay.optional(),
  currency: CurrencyField.optional(),
})
/** The statistics of a range of days. */
export const StatisticsReply = z.object({
  success: z.literal(true),
  keys: z.record(EditionField, KeyStats),
  /** Of all amounts. Orders in another currency are counted, and their amounts are not. */
  currency: CurrencyField,
  /** Sales in each currency of orders that were confirmed in this time, the most orders first. */
  currencies: z.array(z.object({ currency: CurrencyField, ...Sold })),
  from: Day,
  to: Day,
  /** By the day an order was confirmed; days without sales are left out. Refunds are not taken off. */
  days: z.array(z.object({ day: Day, edition: EditionField, ...Sold })),
  editions: z.array(z.object({ edition: EditionField, ...Sold })),
  networks: z.array(z.object({ network: z.enum(NETWORKS), ...Sold })),
  languages: z.array(z.object({ language: z.enum(LANGUAGES), ...Sold })),
  total: z.object(Sold),
  /** Proved on chain in this time; `cents` by the price of the copies. */
  refunds: z.object({ refunds: z.int(), copies: z.int(), cents: z.int() }),
  /** Of each file of editions, in all time: the orders that downloaded it, and how often that was begun. */
  downloads: z.array(
    z.object({ edition: EditionField, file: z.string(), orders: z.int(), downloads: z.int() }),
  ),
  /** Of the orders created in this time: the number paid by now, and the statuses of all. */
  conversion: z.object({ made: z.int(), paid: z.int(), statuses: z.record(z.string(), z.int()) }),
  /**
   * Time from creation to confirmation of the orders confirmed in this time; in steps of 10 s, above ten minutes in
   * steps of 1 min.
   */
  confirmation: z.object({ orders: z.int(), medianS: z.int().nullable(), p90S: z.int().nullable() }),
})
export type StatisticsReply = z.infer<typeof StatisticsReply>

/** Tokens on the shop's own addresses that their issuer has frozen, as the nodes said when they were last asked. */
const FrozenExposure = z.object({
  chain: z.enum(CHAINS),
  asset: z.enum(ASSETS),
  /** What lies on the frozen addresses; a decimal string. */
  amount: z.string(),
  /** The number of frozen addresses. */
  addresses: z.int(),
  /** The number of addresses about which no node answered. */
  unknown: z.int(),
  /** The ids of the orders whose addresses are frozen, at most 20. */
  orders: z.array(z.uuid()),
})
export type FrozenExposure = z.infer<typeof FrozenExposure>

const RunFailure = z.object({ code: z.string(), at: IsoTimestamp })

/** What can be wrong with a node. */
const NODE_FAULTS = ['down', 'lags', 'mismatch'] as const
/** The result of the check of the settings. */
export const SettingsCheckReply = z.object({
  success: z.literal(true),
  checkedAt: IsoTimestamp,
  rails: z.array(RailState),
  chains: z.array(
    z.object({
      chain: z.enum(CHAINS),
      kind: z.enum(['simulated', 'nodes', 'not_configured']),
      /** The leader's last state; null if the chain was never read. */
      read: z
        .object({
          height: z.int(),
          head: z.int(),
          finalized: z.int(),
          /** Whether a node has ever reported finality. Otherwise blocks are final `fallbackDepth` below the head. */
          isFinalityReported: z.boolean(),
          fallbackDepth: z.int(),
          /** When everything up to the head was last read; null if it never was. */
          lookedAt: IsoTimestamp.nullable(),
          blockAt: IsoTimestamp,
          /** Seconds since the newest block that was read. */
          lagS: z.int(),
        })
        .nullable(),
      nodes: z.array(
        z.object({
          /** Named by its position in the setting, never by its URL: `ethereum node 2`. */
          node: z.string(),
          fault: z.enum(NODE_FAULTS).nullable(),
          message: z.string().nullable(),
          /** Calls by this process in the last 24 hours. */
          callsADay: z.int(),
          /** Such as `http 429` or `ECONNREFUSED`. */
          lastError: z.object({ kind: z.string(), at: IsoTimestamp }).nullable(),
        }),
      ),
      warnings: z.array(z.enum(['one_node', 'sibling_not_read', 'next_address_used', 'next_address_untold'])),
    }),
  ),
  frozen: z.array(FrozenExposure),
  mail: z.object({
    kind: z.enum(['ok', 'fault', 'kept']),
    message: z.string().nullable(),
    unsent: z.int(),
    oldestUnsentAt: IsoTimestamp.nullable(),
  }),
  database: z.object({ version: z.string(), sizeBytes: z.int(), connections: z.int() }),
  backups: z.object({
    isScheduled: z.boolean(),
    isEncrypted: z.boolean(),
    lastAt: IsoTimestamp.nullable(),
    /** Whether it is more than a day and a half old, or missing, although backups are scheduled. */
    isOld: z.boolean(),
    /** The last restore on trial that succeeded. */
    verifiedAt: IsoTimestamp.nullable(),
    /** The last backup failed: a word such as ENOSPC. Null once one has succeeded. */
    failure: RunFailure.nullable(),
    checkFailure: RunFailure.nullable(),
  }),
  wallets: z.array(
    z.object({
      wallet: z.enum(WALLETS),
      fingerprint: z.string(),
      /** Whether the extended public key is the configured one; others are from earlier settings. */
      isCurrent: z.boolean(),
      nextIndex: z.int(),
      /** The highest index that received money; null if none did. */
      highestUsedIndex: z.int().nullable(),
      /** The addresses from the last one that received money to the next order's, that one included. */
      nextGap: z.int(),
      /** The smallest gap limit with which a wallet finds all of the money, and the next order's. */
      gapLimit: z.int(),
    }),
  ),
})
export type SettingsCheckReply = z.infer<typeof SettingsCheckReply>
