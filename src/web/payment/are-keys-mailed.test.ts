import { expect, test } from 'vitest'
import type { BuyerEvent } from '#shared/buyer-api.ts'
import { areKeysMailed } from './are-keys-mailed.ts'

const sent = (template: string): BuyerEvent => ({
  at: '2026-11-22T10:00:00.000Z',
  kind: 'mail_sent',
  transferId: null,
  status: null,
  flags: [],
  copies: null,
  template,
})

test.each<[string, readonly string[], readonly BuyerEvent[], boolean]>([
  ['an order under review', [], [sent('received'), sent('review')], false],
  ['keys handed out, their mail not sent yet', ['ABCD'], [sent('received')], false],
  ['keys handed out and mailed', ['ABCD'], [sent('received'), sent('keys')], true],
  ['keys mailed and given back', [], [sent('keys')], false],
])('%s: the page says that keys are in a mail, %o %#', (_name, keys, timeline, expected) => {
  expect(areKeysMailed({ keys: [...keys], timeline: [...timeline] })).toBe(expected)
})
