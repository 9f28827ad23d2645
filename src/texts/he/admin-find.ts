/** Search, tables and keyboard shortcuts of the back office in Hebrew. */
export const heFind = {
  tables: {
    explorer: 'פתיחה בסייר הבלוקים',
    newTab: 'נפתח בלשונית חדשה',
    days: 'ימים (UTC)',
    lastDays: {
      one: 'היום האחרון',
      two: 'היומיים האחרונים',
      other: '{count} הימים האחרונים',
    },
    allDays: 'כל הימים',
    calendar: 'בחירה מלוח השנה',
    dayInvalid: 'זה אינו יום תקין',
  },
  find: {
    label: 'חיפוש בכול',
    hint: 'הזמנה, דוא״ל, מפתח, עסקה או כתובת',
    keysToo: 'לחפש בין המפתחות',
    pages: 'דפים',
    commands: 'פקודות',
    all: 'כל ההזמנות עם ”{q}“',
    nothing: 'לא נמצא דבר עד כה. מקש Enter מחפש בכל ההזמנות.',
    title: 'קיצורי מקלדת',
    lead: 'פועלים כל עוד אינכם מקלידים.',
    isOn: 'שימוש בקיצורי מקלדת',
    search: 'מעבר לחיפוש',
    next: 'השורה הבאה',
    previous: 'השורה הקודמת',
    open: 'פתיחת השורה',
    help: 'הצגת הרשימה הזו',
    goTo: 'מעבר אל „{tab}”',
  },
}
