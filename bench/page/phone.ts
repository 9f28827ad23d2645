import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test'
import { watchNetwork, type NetworkWatch } from './network-watch.ts'
import { installProbe } from './probe.ts'

const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A phone on a slow mobile network, on which the page is measured. */
const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  cpuSlowdown: 4,
  latencyMs: 150,
  bytesPerS: (1.6 * 1_000_000) / 8,
} as const

export interface Visit {
  readonly page: Page
  readonly network: NetworkWatch
}

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: CHROMIUM_ARGS,
  })
}

/** Makes one visit with an empty cache; the page is closed when `look` has ended. */
export async function visit<Seen>(
  browser: Browser,
  url: string,
  look: (visit: Visit) => Promise<Seen>,
): Promise<Seen> {
  const { viewport, deviceScaleFactor } = PHONE
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor,
    isMobile: true,
    hasTouch: true,
    locale: 'en-US',
  })
  try {
    await context.addInitScript(installProbe)
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    const network = await watchNetwork(session)
    await slowDown(session)
    await page.goto(url, { waitUntil: 'commit' })
    return await look({ page, network })
  } finally {
    await context.close()
  }
}

async function slowDown(session: CDPSession): Promise<void> {
  const { cpuSlowdown, latencyMs, bytesPerS } = PHONE
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerS,
    uploadThroughput: bytesPerS / 2,
  })
}
