import type { TextShape } from '#texts/text-shape.ts'

/** The announcement and the support buttons, on every page, in English. */
export const enSupport = {
  announcement: 'Announcement',
  refundsAndContact: 'Refunds and contact',
  promise: 'During this period everyone may request a refund and return keys. Write to {email}',
  contactNow: 'Contact now',
  requestRefund: 'Request a refund',
  dismiss: 'Dismiss the announcement',
  support: 'Support',
  hint: 'Need help? Contact support',
  liveChat: 'Live chat',
  emailSupport: 'E-mail support',
}

/** The texts every language must have: the keys of English. */
export type SupportTexts = TextShape<typeof enSupport>
