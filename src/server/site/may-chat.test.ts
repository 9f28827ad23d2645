import { expect, test } from 'vitest'
import { mayChat } from './may-chat.ts'

test('no chat’s script comes where keys, addresses or passwords stand', () => {
  for (const page of ['order', 'plain', 'signIn', 'admin'] as const) expect(mayChat(page)).toBe(false)
  for (const page of ['landing', 'terms', 'credits', 'notFound'] as const) expect(mayChat(page)).toBe(true)
})
