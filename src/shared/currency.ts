/** A currency by its ISO 4217 code, such as `EUR`. */
export type Currency = string

/** The currency of the limits, and of prices where the game folder names none. */
export const USD: Currency = 'USD'

/** How many decimals the smallest unit of a currency has, where it is not two. Source: ISO 4217, list one. */
const DECIMALS: Readonly<Record<string, number>> = {
  ...ofDecimals(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...ofDecimals(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...ofDecimals(4, 'CLF UYW'),
}

function ofDecimals(decimals: number, codes: string): Record<string, number> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, decimals]))
}

/** The number of decimals of a currency: 2 for euros, 0 for yen. Its smallest unit is 10^-decimals of it. */
export function currencyDecimals(currency: Currency): number {
  return DECIMALS[currency] ?? 2
}
