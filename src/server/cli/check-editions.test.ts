import { expect, test } from 'vitest'
import { readSettings } from '#server/config/read-settings.ts'
import { addEditions } from '#server/db/fill-reference-tables.ts'
import { inspectDatabase } from '#server/db/inspect-database.ts'
import { stampInstallation } from '#server/db/stamp-installation.ts'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { createTestDatabase } from '#test/database.ts'
import { insertPayment } from '#test/insert-payment.ts'
import { checkEditions } from './check-editions.ts'
import { TEST_CIPHER, TEST_SECRET_SOURCE } from '#test/installation-secret.ts'

test('an edition that has orders or free keys and is no longer in the game folder is reported', async () => {
  const { db, url, close } = await createTestDatabase()
  try {
    await stampInstallation(db, { profile: 'demo', wallets: [] }, TEST_SECRET_SOURCE)
    await addEditions(db, ['collector', 'never-sold'])
    await addNewKeys(db, TEST_CIPHER, 'collector', 3)
    await addNewKeys(db, TEST_CIPHER, 'standard', 1)
    await insertPayment(db, { edition: 'collector' })
    const { editions } = await inspectDatabase(url)
    const outcome = readSettings({})
    if (outcome.kind !== 'settings') throw new Error(outcome.faults.join('; '))
    expect(checkEditions(outcome.settings, editions)).toEqual([
      {
        kind: 'warning',
        about: 'game',
        message:
          'the database has edition collector (orders: 1, free keys: 3) and game.json has not: ' +
          'it is not on sale, and pages and mails call it by its id',
      },
    ])
  } finally {
    await close()
  }
})
