import type { TextShape } from '#texts/text-shape.ts'

/** The English texts of what stands at the foot of every page; they give the other languages their shape. */
export const enSupport = {
  announcement: 'Announcement',
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
