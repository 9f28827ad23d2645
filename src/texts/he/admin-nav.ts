/** The navigation of the back office in Hebrew. */
export const heNav = {
  nav: {
    components: 'רכיבי לוח הניהול',
    shop: 'החנות',
    more: 'עוד',
    bar: { overview: 'היום', refunds: 'החזרים' },
    collapse: 'כיווץ',
    expand: 'הרחבה',
    theme: 'צבעים',
    themes: {
      system: 'צבעים: לפי המערכת',
      light: 'צבעים: בהירים',
      dark: 'צבעים: כהים',
    },
  },
}
