import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useTestDatabase } from '#test/use-test-database.ts'
import { recordAudit } from './record-audit.ts'

const database = useTestDatabase()

test('audit entries can be neither changed nor deleted', async () => {
  const at = new Date('2026-11-20T12:00:00Z')
  await recordAudit(database.db, {
    at,
    actorId: null,
    action: 'keys.generate',
    subject: { kind: 'edition', id: 'standard' },
    facts: { count: 10 },
  })
  for (const change of ["update audit set action = 'x'", 'delete from audit', 'truncate audit']) {
    await expect(sql.raw(change).execute(database.db)).rejects.toMatchObject({ code: '23001' })
  }
  expect(await database.db.selectFrom('audit').selectAll().execute()).toEqual([
    {
      id: 1n,
      at,
      actor_id: null,
      action: 'keys.generate',
      subject_kind: 'edition',
      subject_id: 'standard',
      facts: { count: 10 },
    },
  ])
})

test('a change that fails leaves no audit entry', async () => {
  const before = await database.db.selectFrom('audit').select('id').execute()
  await expect(
    database.db.transaction().execute(async (tx) => {
      await recordAudit(tx, {
        at: new Date(0),
        actorId: null,
        action: 'keys.delete',
        subject: { kind: 'key', id: 'x' },
      })
      throw new Error('the act failed')
    }),
  ).rejects.toThrow('the act failed')
  expect(await database.db.selectFrom('audit').select('id').execute()).toEqual(before)
})
