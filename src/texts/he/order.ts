import type { SiteTexts } from '#texts/en/site.ts'

/** An order in Hebrew, as the order page and the invoice file show it. */
export const heOrder: SiteTexts['order'] = {
  title: 'ההזמנה שלכם',
  loading: 'טוענים את ההזמנה…',
  missing: 'אין הזמנה בכתובת הזאת. ייתכן שנמחקה אחרי 30 יום שבהם לא הגיע כסף.',
  unreadable: 'החנות לא עונה כרגע. אנחנו ממשיכים לנסות.',
  backToShop: 'חזרה לחנות',
  waiting: 'ההזמנה הזאת ממתינה לתשלום.',
  continuePayment: 'המשך לתשלום',
  timeline: 'מה קרה עד כה',
  ordered: 'ההזמנה נוצרה',
  detected: 'התשלום זוהה: {count} מתוך {required} אישורים',
  confirmed: 'אושר בבלוקצ׳יין',
  delivered: 'המפתחות נמסרו',
  awaitingKeys: 'ממתינים למפתחות חדשים',
  figures: 'חשבונית',
  keys: { one: 'מפתח המשחק שלכם', two: 'מפתחות המשחק שלכם', other: 'מפתחות המשחק שלכם' },
  keysClosed:
    'המפתחות וכתובת הדוא״ל מוצגים רק בדפדפן שבו הזמנתם. כדי לראות אותם כאן, פתחו את הקישור שבמייל ששלחנו אליכם.',
  keysLater: {
    one: 'המפתח יופיע כאן ברגע שיישלח.',
    two: 'המפתחות יופיעו כאן ברגע שיישלחו.',
    other: 'המפתחות יופיעו כאן ברגע שיישלחו.',
  },
  show: { one: 'הצגת המפתח', two: 'הצגת המפתחות', other: 'הצגת המפתחות' },
  hide: { one: 'הסתרת המפתח', two: 'הסתרת המפתחות', other: 'הסתרת המפתחות' },
  hidden: 'מפתח מוסתר {number}',
  copyKey: 'העתקת מפתח {number}',
  keyCopied: 'המפתח הועתק ללוח',
  mail: 'אנחנו כותבים אל {email}. כדאי לבדוק גם בתיקיית הספאם.',
  keysMailed: {
    one: 'המפתח שלכם נמצא גם במייל ששלחנו אליכם.',
    two: 'המפתחות שלכם נמצאים גם במייל ששלחנו אליכם.',
    other: 'המפתחות שלכם נמצאים גם במייל ששלחנו אליכם.',
  },
  refundAddress: 'החזרים יישלחו אל',
  invoice: { number: 'מספר סידורי של החשבונית', statusRefunded: 'הוחזר', checkCode: 'קוד אימות' },
}
