import { expect, test } from 'vitest'
import { mayChat } from './may-chat.ts'

test('the chat’s script is never on a page with keys, addresses or passwords', () => {
  for (const page of ['order', 'plain', 'signIn', 'admin', 'embed'] as const)
    expect(mayChat(page)).toBe(false)
  for (const page of ['landing', 'terms', 'credits', 'notFound'] as const) expect(mayChat(page)).toBe(true)
})
