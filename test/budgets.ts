/**
 * What may be counted exactly and must not grow unnoticed. Whoever raises a number says why in the commit; whoever lowers
 * one, lowers it here.
 */
export const BUDGETS = {
  /**
   * Statements sent to PostgreSQL, `begin` and `commit` included, and transactions that write. Without the leader's fence, one
   * statement in each transaction of the last three, and without the two that read the rails. The last three include what a new
   * block costs, two statements that count confirmations and one that finds the orders to settle.
   */
  database: {
    /** An order with its captcha pass, its mail and its entry. */
    'an order is created': { statements: 9, commits: 1 },
    'its payment is seen': { statements: 11, commits: 3 },
    'its payment is deep enough, and its keys are handed out': { statements: 17, commits: 3 },
    'twenty of a block are paid and their keys handed out': { statements: 17, commits: 3 },
  },
  /** Calls to a node for twenty blocks of a network's chain, with one open order as with a thousand. */
  nodeCalls: { erc20: 54, ethereum: 86, bep20: 40, 'usdc-base': 41 },
  /** Compressed. */
  bytes: {
    /** The landing page's HTML with its styles, in any language. */
    'landing page': 22_300,
    /** The same with all styles that are loaded before any input; 4.1 kB of them are the order form's. */
    'landing page before any input': 28_300,
    'scripts of the landing page': 75_000,
    /** `/embed.js`, not compressed. */
    'script for other sites': 3_000,
    /** All versions of the film, its poster and captions, in the game folder. */
    trailer: 6_000_000,
  },
  /** Elements whose style a phone computes at once for a touch of the landing page. */
  restyled: { 'an order opens the form': 200, 'the announcement is dismissed': 60 },
  /** How long the landing page is, in screens of a phone (390 x 844) and of a small desktop (1280 x 800), in any language. */
  screens: { phone: 11, desktop: 10, 'before the editions, on a phone': 5.9 },
} as const
