import { test } from 'vitest'

/** `test` where a case applies to the rail; elsewhere there is none, so that every test that is skipped lacks something. */
export function testWhere(applies: boolean): (title: string, run: () => Promise<void>) => void {
  return (title, run) => {
    if (applies) test(title, run)
  }
}
