import * as z from 'zod'
import { RAIL_REASONS } from './api.ts'
import { CHAINS } from './chains.ts'
import { PAYMENT_FLAGS } from './payment-status.ts'
import { NETWORKS } from './rails.ts'

/** Why a recovery began, as the table of recoveries has it. */
const RECOVERY_CAUSES = ['restored', 'older', 'other_database'] as const
/** What is stored in a folder whose disk is watched. */
export const DISK_PLACES = ['database', 'data', 'backups'] as const
/** A value that the schema of the same name accepts. */
const AlertWord = z.enum([...PAYMENT_FLAGS, ...RAIL_REASONS, ...RECOVERY_CAUSES, ...DISK_PLACES])
export type AlertWord = z.infer<typeof AlertWord>

/** How the value of a fact is shown; `exact` ones are to be copied. */
export type FactFormat =
  'exact' | 'count' | 'usd' | 'duration' | 'instant' | 'word' | 'rail' | 'chain' | 'edition'

const count = { schema: z.int().nonnegative(), format: 'count' } as const
const exact = { schema: z.string().max(200), format: 'exact' } as const
const duration = { schema: z.number().nonnegative(), format: 'duration' } as const
const instant = { schema: z.iso.datetime(), format: 'instant' } as const
const usd = { schema: z.int().nonnegative(), format: 'usd' } as const

/**
 * What alerts state, each with its form and how it is shown. A new one is a row here and its label in `admin-alerts.ts`.
 * None is a key, a secret, an e-mail address or the address of a node.
 */
const FACT_TABLE = {
  rail: { schema: z.enum(NETWORKS), format: 'rail' },
  chain: { schema: z.enum(CHAINS), format: 'chain' },
  edition: { schema: z.string().max(40), format: 'edition' },
  copies: count,
  /** In US cents. */
  price: usd,
  /** With the coin, such as `0.00125 BTC`; so are all amounts. */
  due: exact,
  received: exact,
  amount: exact,
  refund: exact,
  address: exact,
  refundAddress: exact,
  hash: exact,
  transactions: { schema: z.array(z.string().max(200)).max(20), format: 'exact' },
  flags: { schema: z.array(z.enum(PAYMENT_FLAGS)), format: 'word' },
  reason: { schema: z.enum(RAIL_REASONS), format: 'word' },
  cause: { schema: z.enum(RECOVERY_CAUSES), format: 'word' },
  /** How far a node is behind, in seconds. */
  lagS: duration,
  rateAt: instant,
  /** Keys of the edition that are left. */
  free: count,
  daysLeft: count,
  waitingCopies: count,
  waitingOrders: count,
  waitingMails: count,
  waitingKeys: count,
  refused: count,
  openOrders: count,
  limit: usd,
  oldestS: duration,
  /** A code of SMTP, such as 550. */
  reply: { schema: z.int(), format: 'exact' },
  /** A word of the system, such as `ENOSPC`. */
  failure: exact,
  file: exact,
  ageS: duration,
  lastBackupAt: instant,
  lostSince: instant,
  quarantined: count,
  /** By chain and place, such as `ethereum node 2`. */
  nodes: { schema: z.array(z.string().max(60)).max(20), format: 'exact' },
  userId: exact,
  place: { schema: z.enum(DISK_PLACES), format: 'word' },
  /** Such as `63 MiB`. */
  freeRoom: exact,
  clockAheadS: duration,
  clockBehindS: duration,
} as const satisfies Readonly<Record<string, { readonly schema: z.ZodType; readonly format: FactFormat }>>

/** The name of a fact of alerts. */
export type AlertFactName = keyof typeof FACT_TABLE
/** Facts by their names, with values that their schemas accept. */
export type AlertFactValues = {
  readonly [Name in AlertFactName]: Readonly<z.output<(typeof FACT_TABLE)[Name]['schema']>>
}

/** How a fact is shown. */
export function factFormatOf(name: AlertFactName): FactFormat {
  return FACT_TABLE[name].format
}

/** The value of a fact, if it has the form that this release knows; null else, and if it is not known. */
export function readFact(name: AlertFactName, value: unknown): string | number | readonly string[] | null {
  return FACT_TABLE[name].schema.safeParse(value).data ?? null
}
