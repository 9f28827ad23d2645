import type { Rail } from '#shared/rails.ts'

/** Returns a network's label, the same in every language: `BTC`, `USDT TRC-20`. */
export function networkLabel({ network, symbol }: Pick<Rail, 'network' | 'symbol'>): string {
  const standard = /^([a-z]{3})(20)$/.exec(network)
  return standard === null ? symbol : `${symbol} ${(standard[1] ?? '').toUpperCase()}-20`
}
