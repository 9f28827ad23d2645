import type { enAlerts } from '#texts/en/admin-alerts.ts'

/** Alerts to staff, in Hebrew: in the back office, and in mails. */
export const heAlerts: typeof enAlerts = {
  alerts: {
    title: 'התראות',
    lead: 'מה שדורש את תשומת לבכם. כל התראה נשלחת פעם אחת, ונשארת כאן עד שהסיבה לה חולפת או עד שתסגרו אותה.',
    list: 'רשימת ההתראות',
    what: 'מה',
    about: 'לגבי',
    since: 'מאז',
    shop: 'החנות',
    close: 'סגירה',
    closed: 'ההתראה נסגרה',
    failed: 'טעינת ההתראות נכשלה',
    kinds: {
      'nodes-not-agreed': {
        title: 'שני צמתים לא הגיעו להסכמה',
        text: 'הזמנה שולמה ויש לה די אישורים, אבל כבר חצי שעה ששני צמתים אינם מסכימים על התשלום שלה. המפתחות ממתינים להכרעתכם.',
      },
      'single-node-limit': {
        title: 'הושגה המגבלה לצומת יחיד',
        text: 'ב־24 שעות נמסרו מפתחות בכל הסכום של KEYHOLD_SINGLE_NODE_USD על סמך דבריו של צומת אחד בלבד. הזמנות נוספות כאלה ממתינות: קבלו אותן ידנית, הוסיפו צומת שני או העלו את המגבלה.',
      },
    },
  },
}
