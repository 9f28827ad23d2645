import type { TestProject } from 'vitest/node'

/** Tells the tests which PostgreSQL the bench has started: each of Stryker's processes would start its own. */
export function setup(project: TestProject): void {
  project.provide('postgresUrl', process.env.KEYHOLD_BENCH_POSTGRES ?? '')
}
