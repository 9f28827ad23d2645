import { existsSync } from 'node:fs'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { nothingOf, type Attack, type Outcome } from './attack.ts'
import type { Caller } from './browser-client.ts'
import type { Target } from './open-target.ts'
import { personWithFactor } from './person-with-factor.ts'
import { PAYLOAD, soldOrders } from './sold-orders.ts'

const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
const CHROMIUM =
  process.env['CHROMIUM'] ?? (existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : '/usr/bin/chromium')
const TABS = [
  'keys',
  'orders',
  'exceptions',
  'refunds',
  'statistics',
  'people',
  'integrations',
  'security',
  'audit',
  'settings',
]

/** What stored text does in a browser of the staff or of a buyer. */
export const PAGE_ATTACKS: readonly Attack[] = [
  {
    finding: 'stored payloads',
    name: 'text with scripts in every field that is stored, viewed in Chromium',
    expected:
      'shown as text: no script runs, the content policy has nothing to refuse, nothing is loaded from elsewhere',
    run: (target) => viewsAll(target),
  },
  {
    finding: 'clickjacking',
    name: 'every page in a frame of another site, and calls with the headers of a framed checkout',
    expected: 'refused to every origin, no page for frames where none is set, no preflight answered',
    run: (target) => framesAll(target),
  },
]

const PAGES = ['/', '/order', '/order/x', '/recover', '/withdraw', '/sign-in', '/admin', '/nowhere', '/embed']

async function framesAll(target: Target): Promise<Outcome> {
  const caller = target.caller()
  const broken: string[] = []
  for (const path of [...PAGES, '/embed?origin=https://evil.example', '/embed.js']) {
    const { status, headers } = await caller.ask('GET', path)
    const isRefused = String(headers['content-security-policy']).includes("frame-ancestors 'none'")
    if (!isRefused || headers['x-frame-options'] !== 'DENY') broken.push(`${path} may be framed`)
    if (path.startsWith('/embed') && status !== 404) broken.push(`${path}: ${String(status)}`)
  }
  const preflight = await caller.ask('OPTIONS', '/functions/create-crypto-payment', undefined, {
    origin: 'https://evil.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'keyhold-framed, keyhold-captcha-pass',
  })
  if (Object.keys(preflight.headers).some((name) => name.startsWith('access-control-')))
    broken.push('a preflight was answered')
  return nothingOf(broken, PAGES.length + 3, 'refused')
}

/** In the page: tells what its content policy refuses. */
const LISTENER = `document.addEventListener('securitypolicyviolation', (event) => {
  tellViolation([event.violatedDirective, event.blockedURI, event.sample, event.sourceFile].join(' '))
})`
const CANARY = `new Promise((resolve) => {
  document.addEventListener('securitypolicyviolation', () => resolve(true))
  document.body.append(Object.assign(document.createElement('img'), { src: 'http://127.0.0.1:9/canary.png' }))
})`

interface Watched {
  readonly context: BrowserContext
  /** What ran, what the policy refused, and what was loaded from elsewhere. */
  readonly broken: string[]
}

async function viewsAll(target: Target): Promise<Outcome> {
  const { first, all } = await soldOrders(target)
  await plantMore(target)
  await plantInForms(target, first.payment.id)
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  })
  const seen: string[] = []
  const broken: string[] = []
  try {
    const open = async (caller: Caller): Promise<Watched> => {
      const context = await browser.newContext({
        ignoreHTTPSErrors: true,
        baseURL: target.url,
        reducedMotion: 'reduce',
      })
      await context.addCookies(
        [...caller.cookies].map(([name, value]) => ({
          name,
          value: decodeURIComponent(value),
          // a cookie with the prefix __Host- has no domain
          url: target.url,
          secure: true,
          httpOnly: true,
          sameSite: 'Lax',
        })),
      )
      return watch(context, target.url, broken)
    }
    const staff = await open(target.as.owner)
    const page = await staff.context.newPage()
    await page.goto('/admin')
    await page.getByRole('banner').waitFor()
    const order = `orders/${first.payment.id}`
    for (const tab of [...TABS, order]) await look(page, `/admin#/${tab}`, seen)
    const buyer = await open(first.buyer)
    for (const path of [`/order/${first.payment.id}`, `/order/${all[4]?.payment.id ?? ''}`])
      await look(await buyer.context.newPage(), path, seen)
    await readMails(await buyer.context.newPage(), target, seen)
    if ((await canSee(page)) !== true)
      broken.push('the listener sees no violation: this attack looks at nothing')
  } finally {
    await browser.close()
  }
  if (seen.includes('RAN')) broken.push('a script of a stored text ran')
  const shown = seen.filter((text) => text.includes('onerror=')).length
  const isHeld = broken.length === 0 && shown >= 3
  return {
    isHeld,
    seen: isHeld
      ? `${String(seen.length)} views, the text on ${String(shown)}`
      : `BROKE: ${broken.slice(0, 4).join('; ')}; shown on ${String(shown)} of ${String(seen.length)}`,
  }
}

/** Payloads in the fields that orders do not have. */
async function plantMore(target: Target): Promise<void> {
  const { owner, manager } = target.as
  await target.caller().post('/functions/send-support-email', {
    name: `Eve ${PAYLOAD}`.slice(0, 90),
    email: 'eve@buyer.example',
    message: PAYLOAD,
  })
  await owner.post('/functions/people', {
    action: 'invite',
    email: `"<img src=x onerror=alert(1)>"@shop.example`,
    role: 'viewer',
  })
  await manager.ask(
    'POST',
    '/functions/import-keys?edition=standard',
    `AAAA-<script>-CCCC-1111\n${PAYLOAD}\n`,
    { 'content-type': 'text/plain' },
  )
}

/** The text in what programs of the studio are called, and in a withdrawal. */
async function plantInForms(target: Target, paymentId: string): Promise<void> {
  const { owner } = target.as
  await owner.post('/functions/webhooks', {
    action: 'create',
    url: 'https://hooks.invalid/"><img src=x onerror=alert(1)>',
    label: PAYLOAD.slice(0, 100),
    events: ['order.refunded'],
    hasEmail: false,
  })
  const label = PAYLOAD.slice(0, 100)
  const { browser } = await personWithFactor(target, 'labels@shop.example', 'owner')
  await browser.post('/functions/api-tokens', { action: 'create', label, scopes: ['stock:read'], days: 1 })
  const statement = {
    name: `Eve ${PAYLOAD}`.slice(0, 90),
    email: 'ada@buyer.example',
    paymentId,
    copies: '1',
    statement: crypto.randomUUID(),
  }
  await target.caller().ask('POST', '/withdraw/confirm', new URLSearchParams(statement).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
  })
}

/** Opens a page and waits until what it asked the shop for has arrived. */
async function look(page: Page, path: string, seen: string[]): Promise<void> {
  // a change behind # alone would load nothing
  await page.goto('about:blank')
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  seen.push(await page.locator('body').innerText())
  const title = await page.title()
  if (title.includes('RAN')) seen.push('RAN')
}

/** Shows mails as a program would that runs scripts and loads pictures. */
async function readMails(page: Page, target: Target, seen: string[]): Promise<void> {
  const planted = target.mails
    .mails()
    .filter(({ html, text = '' }) => html !== false && text.includes('onerror='))
  for (const { html } of planted) {
    await page.setContent(html === false ? '' : html)
    seen.push(await page.locator('body').innerText())
    if ((await page.title()).includes('RAN')) seen.push('RAN')
  }
}

async function watch(context: BrowserContext, origin: string, broken: string[]): Promise<Watched> {
  await context.exposeFunction('tellViolation', (what: string) => {
    if (!what.includes('canary')) broken.push(`the policy refused ${what}`)
  })
  await context.addInitScript({ content: LISTENER })
  context.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(origin) && !url.startsWith('data:') && !url.endsWith('canary.png'))
      broken.push(`asked ${url}`)
  })
  context.on('dialog', (dialog) => {
    broken.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  context.on('weberror', (error) => broken.push(`an error: ${error.error().message}`))
  return { context, broken }
}

/** Whether the policy refuses an image from elsewhere that is put into the page now, and a listener sees that. */
function canSee(page: Page): Promise<unknown> {
  return page.evaluate(CANARY)
}
