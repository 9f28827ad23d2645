import { useEffect, useState } from 'react'
import type { EditionId } from '#shared/editions.ts'
import type { PaidEdition, PaidEditions } from '#shared/page-facts.ts'
import { readShop } from '#web/api/call-shop.ts'

/** Reads what a paid order of an edition brings, from the file that the page names; null before, and where there is nothing. */
export function usePaidEdition(edition: EditionId): PaidEdition | null {
  const [read, setRead] = useState<PaidEditions | null>(null)
  useEffect(() => {
    const file = document.documentElement.dataset['redeem']
    const aborter = new AbortController()
    if (file !== undefined)
      void readShop<PaidEditions>(file, { signal: aborter.signal }).then((outcome) => {
        if (outcome.kind === 'ok') setRead(outcome.reply)
      })
    return () => aborter.abort()
  }, [])
  return read?.[edition] ?? null
}
