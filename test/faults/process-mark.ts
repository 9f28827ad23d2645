import type { HighWaterMark } from '#server/recovery/high-water-mark.ts'
import type { MarkKeeper } from '#server/recovery/mark-keeper.ts'
import { EVENTS_OF_MARK } from '#server/recovery/read-figures.ts'
import type { Timers } from './timers.ts'

/** The data folder of a process: what outlives it. */
export interface DataFolder {
  mark: HighWaterMark | null
}

/** What nobody waits for is written this much later. */
const FLUSH_EVERY_MS = 100

/** The mark of a process in a data folder of the world; what is in memory only is lost when the process is killed. */
export function openProcessMark(folder: DataFolder, timers: Timers): MarkKeeper {
  let mark: HighWaterMark | null = null
  let isFlushing = false
  const save = () => {
    folder.mark = mark ?? folder.mark
    return Promise.resolve()
  }
  const change = (changed: HighWaterMark) => {
    mark = changed
    if (isFlushing) return
    isFlushing = true
    timers.after(FLUSH_EVERY_MS, 'idle', async () => {
      isFlushing = false
      await save()
      return []
    })
  }
  return {
    current: () => mark,
    load: () => {
      mark = folder.mark
      return Promise.resolve()
    },
    replace: change,
    note: ({ id, at }) => {
      const event = { id: String(id), at: at.toISOString() }
      if (mark === null || mark.newestEvents.some((known) => known.id === event.id)) return
      change({ ...mark, newestEvents: [...mark.newestEvents, event].slice(-EVENTS_OF_MARK) })
    },
    save,
    isSaved: () => folder.mark === mark,
    isRefused: () => false,
    close: save,
  }
}
