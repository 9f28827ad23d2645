import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

/** Debian's headless shell is the same browser without a window, which takes most of the CPU. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
const CHROMIUM = existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : '/usr/bin/chromium'
// without these flags it looks for hosts that a closed network does not have
const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // the headless shell alone would round the widths of letters
  '--font-render-hinting=none',
]

export default defineConfig({
  testDir: 'test/e2e',
  globalSetup: './test/e2e/global-setup.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  // each serves a shop of its own
  workers: 2,
  // limits that only a hang reaches, on any machine; a test must not set its own
  timeout: 600_000,
  expect: { timeout: 120_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    viewport: { width: 1280, height: 800 },
    // drawing the landing page's animation takes a tenth of the CPU; tests of motion ask for it
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: process.env.CHROMIUM ?? CHROMIUM, args: CHROMIUM_ARGS },
  },
})
