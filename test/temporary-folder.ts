import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'

/** A new folder, which is deleted when all tests are over. */
export function temporaryFolder(): string {
  return mkdtempSync(join(inject('folder'), 'keyhold-'))
}
