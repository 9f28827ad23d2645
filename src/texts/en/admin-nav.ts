/** The navigation of the back office in English. */
export const enNav = {
  nav: {
    components: 'Components of the back office',
    shop: 'Shop',
    more: 'More',
    /** Where six names share the 320 px of a phone: both together have 17 letters at most. */
    bar: { overview: 'Today', refunds: 'Refunds' },
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
