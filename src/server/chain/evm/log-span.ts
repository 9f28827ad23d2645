import type { NodeFault } from '#server/chain/node-http.ts'

const GOOD_ANSWERS_TO_GROW = 20

/** The number of blocks that one node accepts in `eth_getLogs`, learnt from its errors. */
export interface LogSpan {
  readonly blocks: number
  worked(): void
  /** Reduces the span after an error for `asked` blocks; false if there is no smaller one. @param named the limit in the error. */
  shrink(asked: number, named: number | null): boolean
}

/** Creates a span of `start` blocks, its maximum. After an error it is halved, or the limit named in the error becomes its maximum. */
export function createLogSpan(start: number): LogSpan {
  let blocks = start
  let ceiling = start
  let good = 0
  return {
    get blocks() {
      return blocks
    },
    worked() {
      good += 1
      if (good < GOOD_ANSWERS_TO_GROW || blocks >= ceiling) return
      good = 0
      blocks = Math.min(blocks * 2, ceiling)
    },
    shrink(asked, named) {
      good = 0
      if (asked <= 1) return false
      const isUseful = named !== null && named >= 1 && named < asked
      if (isUseful) ceiling = named
      blocks = isUseful ? named : Math.max(1, Math.floor(asked / 2))
      return true
    },
  }
}

// Messages of rate limits also contain "limit", but fewer blocks would not help.
const RATE =
  /\brate\b|per (second|minute|day)|quota|credit|compute units|throttl|frequency|capacity|daily|too many requests/i
const SIZE = /range|limit|exceed|too (many|large|big|wide|long)|more than|response size|timed? ?out/i
const NAMED_SPANS = [
  // Alchemy: "with up to a 10 block range"; QuickNode: "limited to a 10,000 range"
  /(?:up to|limited to)(?: an?)? ([\d,]+) (?:blocks?(?: range)?|range)/i,
  // java-tron: "exceed max block range: 5000"; others: "maximum block range of 2000"
  /max(?:imum)?(?: allowed)? (?:block )?range(?: is| of|:)? ?([\d,]+)/i,
  // dRPC: "ranges over 10000 blocks are not supported"
  /ranges? over ([\d,]+) blocks/i,
  // Infura: "range 20000 exceeds limit of 10000"
  /range [\d,]+ exceeds (?:the )?limit of ([\d,]+)/i,
]

/**
 * What nodes say of a block that they do not have, or of a range beyond their head. Source: execution-apis (eth_getLogs),
 * geth, reth, Nethermind, Besu, Erigon, and the forms that providers pass on.
 */
const BEHIND = [
  /beyond (?:the |current |its )*(?:chain )?(?:head|tip|latest)/i,
  /(?:unknown|invalid|no such) block\b(?! range (?:of|size))/i,
  /\b(?:blocks?|header|hash)\b[^.]{0,100}\b(?:not|cannot|could not|can't) (?:be )?found/i,
  /^\d+ could not be found/i,
  /(?:greater|higher|later|newer) than (?:the )?(?:current |chain )?(?:head|latest|last)/i,
  /(?:after|past|ahead of|above) (?:the )?(?:latest|last|current|chain|head)/i,
  /\bin the future\b/i,
]

/** Whether a node lacks a block: then it lags, and a smaller range would not help. */
export function isBehind(fault: NodeFault): boolean {
  return fault.kind === 'refused' && BEHIND.some((pattern) => pattern.test(fault.nodeMessage))
}

/** Whether a node asks for fewer requests, not for smaller ones. */
export function isRateRefusal(fault: NodeFault): boolean {
  return fault.kind === 'refused' && RATE.test(fault.nodeMessage)
}

/**
 * Whether a smaller range of blocks may help. The error code is not used: providers send -32005, -32602, -32600 or -32000.
 */
export function isSizeRefusal(fault: NodeFault): boolean {
  if (fault.kind === 'oversized' || fault.status === 413) return true
  if (fault.kind !== 'refused' || isBehind(fault)) return false
  return SIZE.test(fault.nodeMessage) && !RATE.test(fault.nodeMessage)
}

/** The number of blocks that an error message allows; null if it names none (a limit of results is not one). */
export function namedSpan(nodeMessage: string): number | null {
  for (const pattern of NAMED_SPANS) {
    const digits = pattern.exec(nodeMessage)?.[1]
    if (digits !== undefined) return Number(digits.replaceAll(',', ''))
  }
  return null
}
