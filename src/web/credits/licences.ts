/** Where the words of a licence stand, by its name. */
export const LICENCES: Readonly<Record<string, string>> = {
  'CC BY 3.0': 'https://creativecommons.org/licenses/by/3.0/',
  'CC BY 4.0': 'https://creativecommons.org/licenses/by/4.0/',
  'CC0 1.0': 'https://creativecommons.org/publicdomain/zero/1.0/',
  'OFL 1.1': 'https://openfontlicense.org/',
  MIT: 'https://opensource.org/license/mit',
}
