import { defineConfig } from 'vitest/config'

/** The tests as `npm test` runs them, on the PostgreSQL of the bench, and without the comparison with test/sql. */
export default defineConfig({
  test: {
    environment: 'node',
    globalSetup: ['bench/mutations/global-setup.ts'],
    setupFiles: ['test/fail-on-console-error.ts'],
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    isolate: false,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
  },
})
