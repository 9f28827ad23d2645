/** The navigation of the back office in French. */
export const frNav = {
  nav: {
    components: 'Composants de l’administration',
    shop: 'Boutique',
    more: 'Plus',
    bar: { overview: 'Ce jour', refunds: 'Rembours.' },
    collapse: 'Réduire',
    expand: 'Agrandir',
    theme: 'Couleurs',
    themes: {
      system: 'Couleurs\u00a0: comme le système',
      light: 'Couleurs\u00a0: claires',
      dark: 'Couleurs\u00a0: sombres',
    },
  },
}
