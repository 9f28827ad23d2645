import type { LegalFrame } from './legal-frames.ts'

export const he: LegalFrame = {
  navigation: 'מידע משפטי',
  imprint: 'פרטי המוכר',
  privacy: 'פרטיות',
  terms: 'תנאי ההזמנה',
  findOrder: 'איתור הזמנה',
  contents: 'תוכן העניינים',
  updated: 'עדכון אחרון: {date}',
  sampleTitle: 'נוסח לדוגמה',
  sampleText: 'נכתב למשחק בדיוני ולאולפן שאינו קיים. מי שמוכר כאן צריך להחליף אותו קודם בנוסח משלו.',
  englishOnly: 'המסמך הזה קיים באנגלית בלבד.',
}
