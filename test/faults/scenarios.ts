import type { ChainId } from '#shared/chains.ts'
import type { StockMode } from '#shared/editions.ts'

/** What can happen in the world. */
export type EventKind =
  | 'order'
  | 'big order'
  | 'many orders'
  | 'retry order'
  | 'pay'
  | 'pay many'
  | 'dust'
  | 'replace'
  | 'whole later'
  | 'drop'
  | 'resend'
  | 'mine'
  | 'reorg'
  | 'interrupted reorg'
  | 'sweep'
  | 'look'
  | 'look twice'
  | 'lead'
  | 'seconds'
  | 'minutes'
  | 'hours'
  | 'days'
  | 'mails'
  | 'import keys'
  | 'hold keys'
  | 'release keys'
  | 'erase'
  | 'ask refund'
  | 'pay refund'
  | 'withdraw refund'
  | 'accept'
  | 'claim'
  | 'fill addresses'
  | 'back up'
  | 'restore'
  | 'kill'
  | 'kill between'
  | 'freeze'
  | 'lose connection'
  | 'lose reply'
  | 'disk full'
  | 'fail statement'
  | 'silence'
  | 'read only'
  | 'restart database'
  | 'standby catches up'
  | 'fail over'
  | 'finish recovery'
  | 'smtp'
  | 'rates'
  | 'answer fault'
  | 'node down'
  | 'node lags'
  | 'index lags'
  | 'method lags'
  | 'node stands'
  | 'node refuses'
  | 'hide mempool'
  | 'hide logs'
  | 'invent money'
  | 'heal nodes'

/** One kind of trouble: how often each thing happens, and what it needs. */
export interface Scenario {
  readonly weights: { readonly [Kind in EventKind]?: number }
  /** The chains where it makes sense; empty for any. */
  readonly chains: readonly ChainId[]
  /** Nodes per chain at least. */
  readonly nodes: number
  readonly stock: StockMode | null
  /** Keys in stock at the start; null for any. */
  readonly keys: number | null
  /** Whether another installation may have used the extended public keys before. */
  readonly isXpubUsed: boolean
  /** Whether the processes elect one that looks at the chains. */
  readonly hasElection: boolean
  /** Whether Bitcoin is read from Esplora servers. */
  readonly isEsplora: boolean
}

const LIFE = {
  order: 18,
  'many orders': 1.5,
  'retry order': 1,
  pay: 16,
  'pay many': 7,
  mine: 14,
  look: 22,
  'look twice': 2,
  lead: 1,
  seconds: 8,
  minutes: 4,
  mails: 3,
  'import keys': 1,
  'fill addresses': 0.5,
  'heal nodes': 2,
} as const
const CRASHES = {
  kill: 9,
  'kill between': 3,
  freeze: 8,
  'lose connection': 11,
  'lose reply': 11,
  'disk full': 8,
  'fail statement': 5,
  silence: 3,
  smtp: 2,
} as const
const ANY = {
  chains: [],
  nodes: 1,
  stock: null,
  keys: null,
  isXpubUsed: false,
  isEsplora: false,
  hasElection: false,
} as const
const EVM: readonly ChainId[] = ['ethereum', 'bsc', 'tron', 'base', 'polygon']

const ROWS = {
  'balanced nodes': {
    ...ANY,
    weights: { ...LIFE, ...CRASHES, 'method lags': 9, 'node lags': 3, 'answer fault': 12, 'heal nodes': 5 },
  },
  'reorganisations and scarce stock': {
    ...ANY,
    keys: 6,
    chains: ['bitcoin', 'bitcoin', 'bitcoin', ...EVM],
    weights: {
      ...LIFE,
      ...CRASHES,
      'interrupted reorg': 8,
      reorg: 5,
      'import keys': 5,
      'answer fault': 9,
      'node stands': 1,
    },
  },
  'bitcoin adversary': {
    ...ANY,
    chains: ['bitcoin'],
    weights: {
      ...LIFE,
      ...CRASHES,
      replace: 6,
      'whole later': 6,
      drop: 6,
      resend: 6,
      dust: 1,
      hours: 3,
      days: 2,
      erase: 1,
    },
  },
  'refund adversary': {
    ...ANY,
    keys: 400,
    weights: {
      ...LIFE,
      ...CRASHES,
      pay: 22,
      'ask refund': 10,
      'pay refund': 7,
      'withdraw refund': 2,
      reorg: 2,
      replace: 3,
      drop: 2,
      hours: 1,
    },
  },
  'lying nodes': {
    ...ANY,
    chains: EVM,
    nodes: 2,
    weights: {
      ...LIFE,
      ...CRASHES,
      'hide logs': 4,
      'invent money': 5,
      'big order': 3,
      'answer fault': 6,
      claim: 3,
      'heal nodes': 4,
    },
  },
  'dead nodes': {
    ...ANY,
    weights: {
      ...LIFE,
      ...CRASHES,
      'node down': 5,
      'node refuses': 5,
      'answer fault': 9,
      'big order': 4,
      hours: 2,
      'heal nodes': 5,
    },
  },
  'reserved stock': {
    ...ANY,
    stock: 'reserve',
    keys: 20,
    chains: ['bitcoin', 'bitcoin', 'bitcoin', ...EVM],
    weights: { ...LIFE, ...CRASHES, order: 28, 'hide mempool': 3, drop: 1, resend: 1, 'import keys': 2 },
  },
  'life of an operator': {
    ...ANY,
    isXpubUsed: true,
    weights: {
      ...LIFE,
      ...CRASHES,
      sweep: 5,
      accept: 4,
      claim: 5,
      'back up': 3,
      restore: 1.5,
      kill: 4,
      erase: 2,
      hours: 2,
      'pay refund': 1,
      'ask refund': 2,
    },
  },
  'strange times': {
    ...ANY,
    weights: { ...LIFE, ...CRASHES, minutes: 8, hours: 5, days: 1.5, rates: 3, 'node down': 2, erase: 1 },
  },
  flood: {
    ...ANY,
    weights: { ...LIFE, ...CRASHES, 'many orders': 4, pay: 30, 'pay many': 5, dust: 4, 'look twice': 8 },
  },
  'failing database': {
    ...ANY,
    hasElection: true,
    weights: {
      ...LIFE,
      ...CRASHES,
      'fail statement': 14,
      silence: 12,
      'read only': 4,
      'restart database': 4,
      'many orders': 3,
      'ask refund': 3,
      'import keys': 2,
      seconds: 14,
      freeze: 10,
      lead: 3,
      'look twice': 4,
    },
  },
  esplora: {
    ...ANY,
    isEsplora: true,
    chains: ['bitcoin'],
    weights: {
      ...LIFE,
      ...CRASHES,
      'index lags': 9,
      'node lags': 3,
      'answer fault': 6,
      replace: 4,
      drop: 3,
      resend: 4,
      reorg: 3,
      hours: 1,
      'heal nodes': 4,
    },
  },
  'lost commits': {
    ...ANY,
    hasElection: true,
    weights: {
      ...LIFE,
      ...CRASHES,
      pay: 24,
      'look twice': 4,
      'standby catches up': 2,
      'fail over': 6,
      'finish recovery': 16,
      'restart database': 1,
      'many orders': 2,
      'import keys': 3,
      mails: 8,
    },
  },
  'keys until release': {
    ...ANY,
    keys: 60,
    weights: {
      ...LIFE,
      ...CRASHES,
      pay: 24,
      'hold keys': 6,
      'release keys': 9,
      'ask refund': 3,
      'withdraw refund': 1,
      'import keys': 2,
      reorg: 2,
      lead: 3,
    },
  },
} as const satisfies Readonly<Record<string, Scenario>>

/** Name of a scenario. */
export type ScenarioName = keyof typeof ROWS
/** The scenarios by name. */
export const SCENARIOS: Readonly<Record<ScenarioName, Scenario>> = ROWS
/** The scenarios that a seed mixes; the others run alone and by name, so that known seeds stay what they are. */
export const MIXED_SCENARIOS = (Object.keys(ROWS) as ScenarioName[]).filter(
  (name) => name !== 'keys until release',
)
