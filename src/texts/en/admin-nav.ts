/** The navigation of the back office in English. */
export const enNav = {
  nav: {
    components: 'Components of the back office',
    shop: 'Shop',
    more: 'More',
    collapse: 'Collapse',
    expand: 'Expand',
    theme: 'Colours',
    themes: {
      system: 'Colours: as the system',
      light: 'Colours: light',
      dark: 'Colours: dark',
    },
  },
}
