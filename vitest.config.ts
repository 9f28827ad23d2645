import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest test files, slowest first; none may be left for the end, when the others are over. */
const SLOWEST = [
  'test/conformance/evm-ethereum.test.ts',
  'test/attack/attack.test.ts',
  'test/conformance/bitcoin.test.ts',
  'test/run-documented-commands.test.ts',
  'test/serve.test.ts',
  'test/kill-server.test.ts',
  'test/restore.test.ts',
  'test/update.test.ts',
  'test/conformance/evm.test.ts',
  'test/kill-mail.test.ts',
  'test/recipes/recipes.test.ts',
  'test/routes-fuzz.test.ts',
  'test/doctor.test.ts',
  'test/update-and-back.test.ts',
  'test/two-shops.test.ts',
  'src/server/chain/evm/answers-fuzz.test.ts',
  'test/frozen-leader.test.ts',
  'test/failover/failover.test.ts',
  'test/conformance/sim.test.ts',
  'src/server/accounts/passkeys.test.ts',
  'test/lossy-failover.test.ts',
  'test/hung-database.test.ts',
  'test/faults/faults.test.ts',
  'test/conformance/litecoin.test.ts',
  'src/server/backups/backups.test.ts',
  'src/server/cli/secret-rotate.test.ts',
  'src/server/keys/buyers-at-once.test.ts',
  'test/lost-machine.test.ts',
  'src/server/bulletins/bulletins.test.ts',
  'test/verify-release.test.ts',
  'test/new-game.test.ts',
  'test/typed-client/typed-client.test.ts',
  'test/prometheus.test.ts',
  'test/setup.test.ts',
  'test/full-disk.test.ts',
  'src/server/payments/create-payment.test.ts',
]

/**
 * Runs the slowest files first, so that no worker waits at the end for another one's file. In a fresh clone vitest knows no
 * durations and sorts by size, and the slowest files are among the smallest.
 */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = SLOWEST.findIndex((file) => moduleId.endsWith(`/${file}`))
      return rank === -1 ? SLOWEST.length : rank
    }
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}

/** Of both projects: a project inherits nothing. */
const COMMON = {
  environment: 'node',
  setupFiles: ['test/fail-on-console-error.ts', 'test/sql/check-statements.ts'],
  // limits that only a hang reaches, on any machine; a test must not set its own
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 120_000 } },
  // one more than the cores of a small machine: a fourth makes the tests take half as much CPU again, beside the browser's
  maxWorkers: 3,
}

export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts'],
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        test: {
          ...COMMON,
          name: 'src',
          include: ['src/**/*.test.{ts,tsx}'],
          // files of a worker share its modules: loading the server's anew takes up to a second of CPU
          isolate: false,
        },
      },
      // they start and kill processes
      {
        test: {
          ...COMMON,
          name: 'test',
          include: ['{test,bench}/**/*.test.ts'],
          exclude: ['test/e2e/**', 'bench/fixtures/**'],
        },
      },
    ],
  },
})
