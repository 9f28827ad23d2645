import type { CoinId } from '#shared/assets.ts'

const SHAPES: Readonly<Record<CoinId, { readonly colour: string; readonly path: string }>> = {
  // A letter B with the two strokes of a currency sign.
  bitcoin: {
    colour: 'coin-mark-bitcoin',
    path: 'M11.2 6h2v2h1.4V6h2v2.1c2.6.3 4.4 1.6 4.4 3.9 0 1.5-.8 2.7-2.1 3.3 1.9.5 3 1.9 3 3.8 0 2.8-2 4.5-5.3 4.8V26h-2v-2.1h-1.4V26h-2v-2.1H8v-2h2.2V10.1H8v-2h3.2zm1.9 4.1v4.2h2.7c1.5 0 2.4-.8 2.4-2.1s-.9-2.1-2.4-2.1zm0 6.2v5.5h3.2c1.9 0 2.9-1 2.9-2.7s-1.1-2.8-3-2.8z',
  },
  // Two facing pyramids.
  ethereum: {
    colour: 'coin-mark-ethereum',
    path: 'M16 4.5 8.8 16.4 16 20.6l7.2-4.2zM8.8 18.1 16 27.5l7.2-9.4-7.2 4.2z',
  },
  // A letter T with a ring around its stem.
  usdt: {
    colour: 'coin-mark-usdt',
    path: 'M8 7.5h16v3.6h-6v2.3c3.9.2 6.8 1 6.8 2s-2.9 1.8-6.8 2V25h-4v-7.6c-3.9-.2-6.8-1-6.8-2s2.9-1.8 6.8-2v-2.3H8zm6 7.3c-2.8.1-4.7.4-4.7.7s1.9.6 4.7.7zm4 1.4c2.8-.1 4.7-.4 4.7-.7s-1.9-.6-4.7-.7z',
  },
  // A dollar sign.
  usdc: {
    colour: 'coin-mark-usdc',
    path: 'M15 6h2v2.3c2.6.4 4.3 2 4.4 4.2h-2.9c-.1-1.2-1.1-1.9-2.6-1.9-1.6 0-2.6.7-2.6 1.8 0 1 .8 1.5 2.6 1.9l1.2.3c3.2.7 4.7 2.1 4.7 4.5 0 2.5-1.8 4.2-4.8 4.6V26h-2v-2.3c-2.9-.3-4.7-2-4.8-4.5h2.9c.1 1.3 1.3 2.1 3.1 2.1 1.7 0 2.8-.8 2.8-2 0-1-.7-1.6-2.4-2l-1.5-.3c-3-.7-4.5-2.1-4.5-4.4 0-2.3 1.7-4 4.4-4.3z',
  },
  // A letter L with a stroke across it.
  litecoin: {
    colour: 'coin-mark-litecoin',
    path: 'M12.6 6.5h4.1l-1.9 8.1 2.9-1.2-.7 2.9-2.9 1.2-1 4.3h8.6l-1 3.7H8.9l1.5-6.4-2.2.9.7-2.9 2.2-.9z',
  },
  // A euro sign.
  eurc: {
    colour: 'coin-mark-eurc',
    path: 'M22.6 9.1l-1.3 2.7c-.8-.6-1.8-1-2.9-1-2.1 0-3.8 1.2-4.5 3.2h5.6l-.9 2h-5.1v1.2h4.6l-.9 2h-3.3c.7 1.9 2.4 3 4.5 3 1.2 0 2.3-.4 3.2-1.1v3.2c-1 .6-2.2.9-3.5.9-3.8 0-6.8-2.4-7.6-6H8.3l.9-2h1.1v-1.2H8.3l.9-2h1.4c.9-3.6 3.9-6.1 7.7-6.1 1.6 0 3.1.4 4.3 1.2z',
  },
}

/** The logo of a coin, decorative: its name is always beside it. */
export function CoinMark({ coin }: { readonly coin: CoinId }) {
  const { colour, path } = SHAPES[coin]
  return (
    <svg
      className={`pay-coin-mark pay-${colour}`}
      viewBox="0 0 32 32"
      width="32"
      height="32"
      aria-hidden="true"
    >
      <circle cx="16" cy="16" r="16" />
      <path d={path} fillRule="evenodd" />
    </svg>
  )
}
