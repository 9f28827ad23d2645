import { useState } from 'react'
import type { EditionStock } from '#shared/visitor-api.ts'
import type { EditionId } from '#shared/editions.ts'
import { readShop } from '#web/api/call-shop.ts'
import { useLive } from '#web/live/use-live.ts'
import type { PreOrderProps } from './pre-order-props.ts'

/** The sold-out editions: as rendered by the server, and read again on every live hint if an edition can sell out. */
export function useSoldOut({ editions, hasReserve }: PreOrderProps): ReadonlySet<EditionId> {
  const [soldOut, setSoldOut] = useState<ReadonlySet<EditionId>>(
    () => new Set(editions.filter(({ isSoldOut }) => isSoldOut).map(({ id }) => id)),
  )
  useLive(hasReserve ? 'editions' : null, () => {
    void readSoldOut().then((read) => {
      if (read !== null) setSoldOut(read)
    })
  })
  return soldOut
}

async function readSoldOut(): Promise<ReadonlySet<EditionId> | null> {
  const outcome = await readShop<EditionStock[]>('/data/editions')
  if (outcome.kind === 'failed') {
    console.warn('The sold-out editions could not be read.', outcome.code)
    return null
  }
  return new Set(outcome.reply.filter(({ sold_out }) => sold_out).map(({ id }) => id))
}
