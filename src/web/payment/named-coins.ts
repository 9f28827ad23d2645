/** The coins of a shop that does not sell for the usual ones, as the page names them; null otherwise. */
export function namedCoins(): readonly string[] | null {
  if (typeof document === 'undefined') return null
  return document.documentElement.dataset['coins']?.split(' ') ?? null
}
