/** The navigation of the back office in German. */
export const deNav = {
  nav: {
    components: 'Bausteine der Verwaltung',
    shop: 'Verwaltung',
    more: 'Mehr',
    bar: { overview: 'Heute', refunds: 'Erstatten' },
    collapse: 'Einklappen',
    expand: 'Ausklappen',
    theme: 'Farben',
    themes: {
      system: 'Farben: wie das System',
      light: 'Farben: hell',
      dark: 'Farben: dunkel',
    },
  },
}
