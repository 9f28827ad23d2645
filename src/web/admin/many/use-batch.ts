import { useState } from 'react'
import { fill, formatCount } from '#texts/format.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { runBatch, type BatchResult } from './batch.ts'

type BatchToRun = Omit<Parameters<typeof runBatch>[0], 'onProgress' | 'unfinished'>

/** How far an action on many items is, as text, null while none runs; and a function that runs one. */
export function useBatch(): readonly [
  progress: string | null,
  run: (batch: BatchToRun) => Promise<BatchResult>,
] {
  const { texts, language } = useAdmin()
  const { many } = texts
  const [progress, setProgress] = useState<string | null>(null)
  const run = async (batch: BatchToRun) => {
    const show = (count: number) => {
      const [done, total] = [count, batch.ids.length].map((one) => formatCount(language, one))
      setProgress(fill(many.progress, { done: done ?? '', total: total ?? '' }))
    }
    show(0)
    const result = await runBatch({ ...batch, unfinished: many.unfinished, onProgress: show })
    setProgress(null)
    return result
  }
  return [progress, run]
}
