import type { LegalPageTexts } from '#texts/en/legal.ts'

export const heLegalPage: LegalPageTexts = {
  navigation: 'מידע משפטי',
  imprint: 'פרטי המוכר',
  privacy: 'פרטיות',
  terms: 'תנאי ההזמנה',
  accessibility: 'נגישות',
  findOrder: 'איתור הזמנה',
  withdraw: 'ביטול העסקה כאן',
  confirmWithdrawal: 'אישור הביטול',
  contents: 'תוכן העניינים',
  updated: 'עדכון אחרון: {date}',
  sampleTitle: 'נוסח לדוגמה',
  sampleText: 'נכתב למשחק בדיוני ולאולפן שאינו קיים. מי שמוכר כאן צריך להחליף אותו קודם בנוסח משלו.',
  notTranslated: 'המסמך הזה לא תורגם לשפה שלכם.',
}
