import type { SupportTexts } from '#texts/en/support.ts'

export const heSupport: SupportTexts = {
  announcement: 'הודעה',
  refundsAndContact: 'החזרים ויצירת קשר',
  promise: 'בתקופה זו כולם רשאים להחזיר מפתחות ולבקש החזר. כתבו אל {email}',
  contactNow: 'צרו קשר עכשיו',
  requestRefund: 'בקשת החזר',
  dismiss: 'הסתרת ההודעה',
  support: 'תמיכה',
  hint: 'צריכים עזרה? פנו לתמיכה',
  liveChat: 'צ׳אט חי',
  emailSupport: 'תמיכה בדוא״ל',
}
