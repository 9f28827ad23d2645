import type { SupportTexts } from '#texts/en/support.ts'

export const arSupport: SupportTexts = {
  announcement: 'إعلان',
  refundsAndContact: 'الاسترداد والتواصل',
  promise: 'يحق للجميع في هذه الفترة طلب استرداد المبلغ وإرجاع المفاتيح. راسلنا على {email}',
  contactNow: 'تواصل معنا الآن',
  requestRefund: 'طلب استرداد',
  dismiss: 'إخفاء الإعلان',
  support: 'الدعم',
  hint: 'تحتاج إلى مساعدة؟ تواصل مع الدعم',
  liveChat: 'المحادثة المباشرة',
  emailSupport: 'الدعم بالبريد الإلكتروني',
}
