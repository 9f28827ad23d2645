/** The fonts that come with the shop, all under the SIL Open Font License 1.1. */
export const SHOP_FONTS: readonly { readonly name: string; readonly author: string }[] = [
  { name: 'Alegreya Sans', author: 'The Alegreya Sans Project Authors' },
  { name: 'Cinzel', author: 'The Cinzel Project Authors' },
  { name: 'Cinzel Decorative', author: 'Natanael Gama' },
  { name: 'Cormorant SC', author: 'The Cormorant Project Authors' },
  { name: 'El Messiri', author: 'The El Messiri Project Authors' },
  { name: 'Frank Ruhl Libre', author: 'The Frank Ruhl Libre Project Authors' },
  { name: 'Noto Serif SC', author: 'The Noto Project Authors' },
  { name: 'Atkinson Hyperlegible', author: 'Braille Institute of America' },
  { name: 'Bitter', author: 'The Bitter Project Authors' },
]
