import { readdir } from 'node:fs/promises'
import type { Attack, Outcome } from './attack.ts'
import { nothingOf } from './attack.ts'
import type { Target } from './open-target.ts'
import { sendRaw, WAYS, type Way } from './raw-socket.ts'

const CALL = '/functions/increment-counters'
const SMUGGLED = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n'
const post = (headers: string, body = '') => `POST ${CALL} HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n${body}`

/** Requests that two servers may understand differently, with what a strict one says. */
const FRAMINGS: readonly (readonly [string, string])[] = [
  ['two lengths', post('Content-Length: 2\r\nContent-Length: 40', `{}${SMUGGLED}`)],
  ['two equal lengths', post('Content-Length: 2\r\nContent-Length: 2', `{}${SMUGGLED}`)],
  ['a list of lengths', post('Content-Length: 2, 2', `{}${SMUGGLED}`)],
  ['a length with a sign', post('Content-Length: +2', `{}${SMUGGLED}`)],
  ['a length and chunks', post('Content-Length: 40\r\nTransfer-Encoding: chunked', `0\r\n\r\n${SMUGGLED}`)],
  ['chunks and a length', post('Transfer-Encoding: chunked\r\nContent-Length: 4', `0\r\n\r\n${SMUGGLED}`)],
  ['chunks, misspelt', post('Transfer-Encoding: xchunked', `0\r\n\r\n${SMUGGLED}`)],
  ['chunks twice', post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity', `0\r\n\r\n${SMUGGLED}`)],
  ['chunks after a tab', post('Transfer-Encoding:\tchunked, identity', `0\r\n\r\n${SMUGGLED}`)],
  ['a folded header', post('X-A: b\r\n Transfer-Encoding: chunked', `0\r\n\r\n${SMUGGLED}`)],
  ['a space before the colon', post('Content-Length : 2', `{}${SMUGGLED}`)],
  [
    'a chunk’s size too large',
    post('Transfer-Encoding: chunked', `FFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n${SMUGGLED}`),
  ],
  ['lines that end with LF', `POST ${CALL} HTTP/1.1\nHost: x\nContent-Length: 2\n\n{}`],
  ['a null byte in a header', post('X-A: a\u0000b\r\nContent-Length: 2', '{}')],
  ['a null byte in the path', `GET /health\u0000.css HTTP/1.1\r\nHost: x\r\n\r\n`],
  ['CR in a header', post('X-A: a\rContent-Length: 2', '{}')],
  ['no host', 'GET /health HTTP/1.1\r\n\r\n'],
  ['two hosts', 'GET /health HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n'],
  ['40 kB of headers', `GET /health HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(40_000)}\r\n\r\n`],
  ['a path of 40 kB', `GET /${'a'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ['2,500 headers', `GET /health HTTP/1.1\r\nHost: x\r\n${'a: b\r\n'.repeat(2_500)}\r\n`],
  ['another protocol', 'GET /health SMTP/1.0\r\nHost: x\r\n\r\n'],
  ['HTTP/2 without TLS', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
]
/** Harmless: RFC 9112, 2.2, allows a lone LF; nothing of the shop uses Host. What counts is that nothing is smuggled. */
const MAY_BE_ANSWERED = new Set(['lines that end with LF', '2,500 headers', 'two equal lengths', 'two hosts'])
const NOT_UNDERSTOOD = [501, 505]

export const FRAMING_ATTACKS: readonly Attack[] = [
  {
    finding: 'framing',
    name: 'requests that two servers may cut differently',
    expected: 'refused or closed, never two answers',
    async run(target) {
      const broken = []
      for (const way of WAYS) {
        for (const [name, bytes] of FRAMINGS) {
          const { statuses } = await sendRaw(target, way, [bytes], { withinMs: 1_000 })
          const isAnswered = statuses.some((status) => status < 400) && !MAY_BE_ANSWERED.has(name)
          const isSmuggled = statuses.includes(200) && statuses.length > 1
          if (
            isAnswered ||
            isSmuggled ||
            statuses.some((status) => status >= 500 && !NOT_UNDERSTOOD.includes(status))
          )
            broken.push(`${way}: ${name}: ${statuses.join(' ')}`)
        }
      }
      return nothingOf(broken, FRAMINGS.length * WAYS.length, 'refused')
    },
  },
  {
    finding: 'A12',
    name: 'headers and bodies that never end',
    expected: 'closed by the shop after about 15 and 35 s',
    run: (target) => slowOnes(target),
  },
  {
    finding: 'data folder',
    name: 'files of the data folder are asked for, by every spelling of their paths',
    expected: 'no file, at nginx or at the shop',
    run: (target) => asksForFiles(target),
  },
  {
    finding: 'A12',
    name: 'the page of another host, or without TLS',
    expected: 'http is redirected, https says so for a year with subdomains, no host is repeated',
    async run(target) {
      const plain = await fetch(`http://127.0.0.1:${String(target.httpPort)}/order/x`, { redirect: 'manual' })
      const page = await target.caller().ask('GET', '/', undefined, {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        forwarded: 'host=evil.example',
      })
      const hsts = page.headers['strict-transport-security'] ?? ''
      const isHeld =
        plain.status === 301 &&
        (plain.headers.get('location') ?? '').startsWith('https://') &&
        hsts === 'max-age=31536000; includeSubDomains' &&
        !page.text.includes('evil.example')
      return { seen: `${String(plain.status)}, ${hsts}`, isHeld }
    },
  },
]

const slow = new WeakMap<Target, Promise<Outcome>>()

/** Begins the slow requests, once, which take half a minute and no work. */
export function slowOnes(target: Target): Promise<Outcome> {
  const begun = slow.get(target) ?? closesSlowOnes(target)
  slow.set(target, begun)
  return begun
}

async function closesSlowOnes(target: Target): Promise<Outcome> {
  const trickle = (count: number) => Array.from({ length: count }, (_, n) => `X-${String(n)}: a\r\n`)
  const [headers, body] = await Promise.all([
    sendRaw(target, 'shop', ['GET / HTTP/1.1\r\nHost: x\r\n', ...trickle(60)], {
      everyMs: 1_000,
      withinMs: 60_000,
    }),
    sendRaw(
      target,
      'shop',
      [
        post('Content-Type: application/json\r\nContent-Length: 500'),
        ...Array.from({ length: 60 }, () => ' '),
      ],
      { everyMs: 1_000, withinMs: 60_000 },
    ),
  ])
  const isHeld = headers.isClosed && headers.seconds < 20 && body.isClosed && body.seconds < 45
  return { seen: `${headers.seconds.toFixed(0)} s and ${body.seconds.toFixed(0)} s`, isHeld }
}

/** Ways to write `../` that programs have decoded too late. */
const UPS = ['../', '..%2f', '%2e%2e/', '%2e%2e%2f', '%252e%252e%252f', '..\\', '..%5c', '....//', '..;/']
const FOLDERS = ['', 'assets/', 'game/', 'assets/fonts/', '.well-known/', 'static/', 'data/']

async function asksForFiles(target: Target): Promise<Outcome> {
  const entries = await readdir(target.dataFolder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => `${parentPath}/${name}`)
  // every file of the folder itself, and some of PostgreSQL's
  const chosen = files
    .filter((path) => !path.includes('/base/'))
    .filter((path, n) => isTop(path) || n % 40 === 0)
  const secrets = /[A-Za-z0-9+/]{42}|"password"|KEYHOLD_|PRIVATE KEY|root:x:0/
  const found: string[] = []
  let tried = 0
  const isTold = (text: string) => / 200 /.test(text.slice(0, 20)) && secrets.test(bodyOf(text))
  const paths = [...chosen, '/etc/passwd', `${process.cwd()}/.env`, `${process.cwd()}/package.json`].flatMap(
    spellings,
  )
  await Promise.all(WAYS.map(askAll))
  return nothingOf(found, tried, 'paths, no file')

  async function askAll(way: Way): Promise<void> {
    for (let at = 0; at < paths.length;) {
      const some = paths.slice(at, at + 50)
      const reply = await sendRaw(target, way, [some.map(requestOf).join('')], { withinMs: 20_000 })
      const answers = reply.text.split(/(?=HTTP\/1\.1 \d{3} )/)
      for (const answer of answers) if (isTold(answer)) found.push(`${way} ${answer.slice(0, 300)}`)
      for (const [n, status] of reply.statuses.entries())
        if (status === 200) found.push(`${way} ${some[n] ?? ''}`)
      if (reply.statuses.length === 0) found.push(`${way} no answer to ${some[0] ?? ''}`)
      tried += reply.statuses.length
      // a malformed path closes the connection
      at += Math.max(1, reply.statuses.length)
    }
  }
  function requestOf(path: string, n: number, all: readonly string[]): string {
    const connection = n === all.length - 1 ? 'close' : 'keep-alive'
    return `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\n\r\n`
  }
  function isTop(path: string): boolean {
    return path.split('/').length === target.dataFolder.split('/').length + 1
  }
  function spellings(path: string): readonly string[] {
    const relative = path.startsWith(target.dataFolder)
      ? path.slice(target.dataFolder.length + 1)
      : path.slice(1)
    const ups = UPS.flatMap((up) => [
      `/assets/${up.repeat(8)}${path.slice(1)}`,
      `/game/${up.repeat(3)}data/${relative}`,
    ])
    return [...ups, ...FOLDERS.map((folder) => `/${folder}${relative}`), `//${path}`]
  }
}

function bodyOf(text: string): string {
  return text.slice(text.indexOf('\r\n\r\n'))
}
