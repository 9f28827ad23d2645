import type { BuyerOrder } from '#shared/buyer-api.ts'

/** Whether a mail with the order's keys was sent: before that, no page says where they are. */
export function areKeysMailed({ timeline, keys }: Pick<BuyerOrder, 'timeline' | 'keys'>): boolean {
  return keys.length > 0 && timeline.some(({ kind, template }) => kind === 'mail_sent' && template === 'keys')
}
