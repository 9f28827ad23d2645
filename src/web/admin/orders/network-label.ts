import type { Rail } from '#shared/rails.ts'

/** Returns a network's label, the same in every language: `BTC`, `USDT TRC-20`, `USDC Base`. */
export function networkLabel({ network, symbol }: Pick<Rail, 'network' | 'symbol'>): string {
  const [, chain] = network.split('-')
  if (chain !== undefined) return `${symbol} ${chain.charAt(0).toUpperCase()}${chain.slice(1)}`
  const standard = /^([a-z]{3})(20)$/.exec(network)
  return standard === null ? symbol : `${symbol} ${(standard[1] ?? '').toUpperCase()}-20`
}
