import { useEffect, useState } from 'react'
import type { EditionId } from '#shared/editions.ts'
import { COUNTER_INTERVAL_MS } from '#shared/constants.ts'
import type { Counts } from '#shared/page-facts.ts'
import { callShop } from '#web/api/call-shop.ts'
import { readAgain } from '#web/api/read-again.ts'
import type { PurchaseCounter } from '#shared/visitor-api.ts'
import { useLive } from '#web/live/use-live.ts'
import type { PreOrderProps } from './pre-order-props.ts'

interface LiveCounts {
  readonly counts: Counts
  /** Reports a click on an order button: in the demo it adds the quantity to the edition's counter. */
  readonly addIntent: (edition: EditionId, quantity: number) => void
}

/** The purchase counts: requests a tick every 15 seconds; once visible, they are read again on every live hint. */
export function useCounts({ counts: first, hasMovingCounters }: PreOrderProps, isSeen: boolean): LiveCounts {
  const [counts, setCounts] = useState(first)
  const reread = () => {
    void readCounts().then((read) => {
      if (read !== null) setCounts(read)
    })
  }
  useLive(isSeen ? 'counters' : null, reread)
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void post('/functions/increment-counters', {})
    }, COUNTER_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [])
  return {
    counts,
    addIntent(edition, quantity) {
      if (hasMovingCounters) void post(`/data/purchase-counters/${edition}`, { quantity }).then(reread)
    },
  }
}

async function readCounts(): Promise<Counts | null> {
  const outcome = await readAgain<PurchaseCounter[]>('/data/purchase-counters')
  if (outcome.kind === 'failed') {
    console.warn('The purchase counters could not be read.', outcome.code)
    return null
  }
  return Object.fromEntries(outcome.reply.map(({ id, count }) => [id, count > 0 ? count : null]))
}

async function post(path: string, body: object): Promise<void> {
  const outcome = await callShop(path, body)
  if (outcome.kind === 'failed') console.warn('The purchase counters could not be updated.', outcome.code)
}
