import { useState } from 'react'
import type { KeyChange, KeyRow } from '#shared/admin-api.ts'
import { plural } from '#texts/format.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import type { NotDone } from '#web/admin/many/batch.ts'
import { useBatch } from '#web/admin/many/use-batch.ts'
import { useReload } from '#web/admin/use-reload.ts'
import { sendKeyChange } from './key-calls.ts'

/** What came of a change of several keys. `at`: when, by which a repeated one is told from the last. */
export interface KeyChangeResult {
  readonly at: number
  readonly change: KeyChange
  readonly done: readonly string[]
  readonly summary: string
  readonly notDone: readonly NotDone[]
}

const PER_CALL = 100

/** The last change of several keys: how far it is, what came of it, and a function that starts one. */
export function useKeyChanges() {
  const { texts, language } = useAdmin()
  const { keys, many, errors } = texts
  const reload = useReload()
  const [progress, run] = useBatch()
  const [result, setResult] = useState<KeyChangeResult | null>(null)
  const counted = { delete: keys.deletedMany, retire: many.retiredMany, restore: many.restored }
  const show = (change: KeyChange, done: readonly string[], notDone: readonly NotDone[]) => {
    setResult({
      at: Date.now(),
      change,
      done,
      notDone,
      summary: plural(language, counted[change], done.length),
    })
    return reload('keys')
  }
  const changeKeys = async (change: KeyChange, chosen: readonly Pick<KeyRow, 'id' | 'game_key'>[]) => {
    const names = new Map(chosen.map(({ id, game_key }) => [id, game_key]))
    const { done, notDone } = await run({
      ids: [...names.keys()],
      perCall: PER_CALL,
      nameOf: (id) => names.get(id) ?? id,
      send: async (ids) => {
        const outcome = await sendKeyChange(change, ids)
        if (outcome.kind === 'failed') return null
        const refused = outcome.reply.refused.map(({ keyId: id, code }) => ({ id, reason: errors[code] }))
        const isRefused = new Set(refused.map(({ id }) => id))
        return { done: ids.filter((id) => !isRefused.has(id)), refused }
      },
    })
    await show(change, done, notDone)
  }
  return { progress, result, show, changeKeys, clear: () => setResult(null) }
}
