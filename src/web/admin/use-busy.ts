import { useState } from 'react'

/** Whether an action is under way, and a function that runs one; a second one is ignored until the first has settled. */
export function useBusy(): readonly [
  isBusy: boolean,
  run: (action: () => Promise<unknown>) => Promise<void>,
] {
  const [isBusy, setIsBusy] = useState(false)
  const run = async (action: () => Promise<unknown>) => {
    if (isBusy) return
    setIsBusy(true)
    await action()
    setIsBusy(false)
  }
  return [isBusy, run]
}
