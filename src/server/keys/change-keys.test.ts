import { describe, expect, test } from 'vitest'
import { auditedActions } from '#test/audit-of.ts'
import { KEYS_URL, shown, useKeyRoutes, type Visitor } from '#test/use-key-routes.ts'

const { database, browsers, list, insertKey } = useKeyRoutes()

const send = (action: string, fields: object, as: Visitor = 'manager') =>
  browsers[as].ask('POST', KEYS_URL, { action, ...fields })
const actionsOf = (id: string) => auditedActions(database.db, { subject_kind: 'key', subject_id: id })

describe('a retired key', () => {
  test('is put back into the stock, once, with an entry in the audit', async () => {
    const id = await insertKey('FREE-AAAA')
    await send('retire', { keyId: id })
    expect((await send('restore', { keyId: id })).json()).toMatchObject({ success: true, count: 1 })
    expect((await list('status=available')).keys).toMatchObject([{ id, retired_at: null }])
    expect((await send('restore', { keyId: id })).json()).toMatchObject({ code: 'KEY_NOT_RETIRED' })
    expect(await actionsOf(id)).toEqual(['keys.retire', 'keys.restore'])
  })

  test('stays retired if it was sold, or revealed, or staff did not retire it', async () => {
    const sold = await insertKey('SOLD-AAAA', { buyer: 'ada@example.com' })
    const seen = await insertKey('SEEN-AAAA')
    const sent = await insertKey('SENT-AAAA')
    await send('retire', { keyIds: [sold, seen] })
    await send('reveal', { keyId: seen }, 'owner')
    // as a recovery leaves a key that may have been sent
    await database.db
      .updateTable('game_keys')
      .set({ retired_at: new Date() })
      .where('id', '=', sent)
      .execute()
    const reply = await send('restore', { keyIds: [sold, seen, sent] })
    expect(reply.json()).toMatchObject({
      count: 0,
      refused: [
        { keyId: sold, code: 'KEY_USED' },
        { keyId: seen, code: 'KEY_GONE' },
        { keyId: sent, code: 'KEY_GONE' },
      ],
    })
    expect((await list('status=available')).keys).toEqual([])
  })

  test('is put back by nobody who may not retire it', async () => {
    const id = await insertKey('FREE-AAAA')
    await send('retire', { keyId: id })
    const reply = await send('restore', { keyId: id }, 'support')
    expect([reply.statusCode, reply.json()]).toMatchObject([
      403,
      { error: 'فشل في إعادة المفتاح', code: 'FORBIDDEN' },
    ])
    expect((await list('status=retired')).keys).toHaveLength(1)
  })
})

describe('a list of keys', () => {
  const retireList = (keys: readonly string[], as: Visitor = 'manager') =>
    browsers[as].ask('POST', '/functions/retire-keys', { keys })

  test('is retired key by key; a second time nothing changes', async () => {
    const free = await insertKey('FREE-AAAA')
    const sold = await insertKey('SOLD-AAAA', { buyer: 'ada@example.com' })
    const other = await insertKey('STAY-AAAA')
    const keys = ['free-aaaa', ' SOLD-AAAA ', 'NONE-AAAA']
    const refused = [{ at: 2, code: 'KEY_NOT_FOUND' }]
    expect((await retireList(keys)).json()).toEqual({ success: true, keyIds: [free, sold], refused })
    expect((await retireList(keys)).json()).toEqual({
      success: true,
      keyIds: [],
      refused: [{ at: 0, code: 'KEY_RETIRED' }, { at: 1, code: 'KEY_RETIRED' }, ...refused],
    })
    expect(shown(await list('status=available'))).toEqual(['STAY-AAAA'])
    expect([await actionsOf(free), await actionsOf(other)]).toEqual([['keys.retire'], []])
  })

  test('is retired by owners and managers only, and has 1 to 1,000 keys', async () => {
    await insertKey('FREE-AAAA')
    for (const as of ['support', 'viewer', 'none'] as const) {
      expect((await retireList(['FREE-AAAA'], as)).statusCode).toBe(403)
    }
    for (const keys of [[], [' '], Array.from({ length: 1001 }, (_, n) => `KEY-${String(n)}`)]) {
      expect((await retireList(keys, 'owner')).json()).toMatchObject({ code: 'BAD_REQUEST' })
    }
    expect((await list('status=available')).keys).toHaveLength(1)
  })
})
