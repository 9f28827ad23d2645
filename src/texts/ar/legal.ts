import type { LegalPageTexts } from '#texts/en/legal.ts'

export const arLegalPage: LegalPageTexts = {
  navigation: 'معلومات قانونية',
  imprint: 'بيانات البائع',
  privacy: 'الخصوصية',
  terms: 'شروط الطلب المسبق',
  accessibility: 'إمكانية الوصول',
  findOrder: 'البحث عن طلبك',
  withdraw: 'الانسحاب من العقد من هنا',
  confirmWithdrawal: 'تأكيد الانسحاب',
  contents: 'المحتويات',
  updated: 'آخر تعديل: {date}',
  sampleTitle: 'نصوص نموذجية',
  sampleText: 'كُتبت للعبة خيالية واستوديو لا وجود له. على من يبيع هنا أن يضع نصوصه مكانها أولًا.',
  notTranslated: 'هذه الوثيقة غير مترجمة إلى لغتك.',
}
