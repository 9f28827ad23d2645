/** The overview of the back office in Hebrew. */
export const heOverview = {
  overview: {
    failed: 'טעינת הסקירה נכשלה',
    today: 'היום',
    week: '7 הימים האחרונים',
    yesterday: 'אתמול: {value}',
    weekBefore: '7 הימים שלפניהם: {value}',
    waiting: 'ממתין לכם',
    nothing: 'שום דבר אינו ממתין.',
    oldest: 'הוותיק ביותר: {age}',
    worth: 'בשווי {price}',
    kinds: {
      review: {
        one: 'הזמנה אחת בבדיקה',
        two: 'שתי הזמנות בבדיקה',
        other: '{count} הזמנות בבדיקה',
      },
      held_back: {
        one: 'הזמנה אחת ששולמה מעוכבת',
        two: 'שתי הזמנות ששולמו מעוכבות',
        other: '{count} הזמנות ששולמו מעוכבות',
      },
      refunds: {
        one: 'החזר אחד לתשלום',
        two: 'שני החזרים לתשלום',
        other: '{count} החזרים לתשלום',
      },
      awaiting_keys: {
        one: 'הזמנה אחת ששולמה בלי מפתחות',
        two: 'שתי הזמנות ששולמו בלי מפתחות',
        other: '{count} הזמנות ששולמו בלי מפתחות',
      },
      lost_payments: {
        one: 'תשלום אחד בלי הזמנה',
        two: 'שני תשלומים בלי הזמנה',
        other: '{count} תשלומים בלי הזמנה',
      },
      alerts: {
        one: 'התראה אחת על החנות',
        two: 'שתי התראות על החנות',
        other: '{count} התראות על החנות',
      },
    },
    stock: 'מלאי המפתחות בימים',
    daysLeft: {
      one: 'מספיק ליום אחד',
      two: 'מספיק ליומיים',
      other: 'מספיק ל־{count} ימים',
    },
    stockFacts: 'פנויים: {free}, נמכרו ב־7 ימים: {sold}',
    notSold: 'לא נמכר דבר ב־7 ימים',
    soldOut: 'אזל המלאי',
    onWaitingList: {
      one: 'אדם אחד ברשימת ההמתנה',
      two: 'שני אנשים ברשימת ההמתנה',
      other: '{count} אנשים ברשימת ההמתנה',
    },
    mailsSent: 'כל ההודעות נשלחו.',
    mailsWait: {
      one: 'הודעה אחת לא נשלחה',
      two: 'שתי הודעות לא נשלחו',
      other: '{count} הודעות לא נשלחו',
    },
  },
}
