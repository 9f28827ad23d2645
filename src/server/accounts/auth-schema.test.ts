import { getMigrations } from 'better-auth/db/migration'
import { expect, test } from 'vitest'
import { createLog } from '#server/runtime/log.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { authOptions } from './auth-options.ts'

const database = useTestDatabase()

test('the migrations create every table and column that better-auth expects', async () => {
  const options = authOptions({
    db: database.db,
    log: createLog({ level: 'silent' }),
    secret: 'x'.repeat(64),
    publicUrl: 'http://127.0.0.1:8080',
    isSecure: false,
    issuer: 'Ashen Dominion',
  })
  const { toBeCreated, toBeAdded } = await getMigrations(options)
  expect({ toBeCreated, toBeAdded }).toEqual({ toBeCreated: [], toBeAdded: [] })
})
