import type { ChainId } from '#shared/rails.ts'

/** Tether's own contracts on the main networks. Source: design section 3, "Amounts". */
export const USDT_CONTRACTS: Readonly<Record<Exclude<ChainId, 'bitcoin'>, string>> = {
  ethereum: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  tron: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  bsc: '0x55d398326f99059fF775485246999027B3197955',
}
