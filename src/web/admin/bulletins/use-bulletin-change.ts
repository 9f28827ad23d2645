import type { BulletinRequest } from '#shared/bulletins-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { callAdmin } from '#web/admin/call-admin.ts'
import { useReload } from '#web/admin/use-reload.ts'
import { useTell } from '#web/admin/use-tell.ts'

export const BULLETINS = '/functions/bulletins'

/** Carries out a change and reports it; resolves to whether it succeeded. */
export function useBulletinChange(): (change: BulletinRequest, done: string) => Promise<boolean> {
  const words = useAdmin().texts.bulletins
  const reload = useReload()
  const tell = useTell()
  return async (change, done) => {
    const isDone = tell(await callAdmin('POST', BULLETINS, change), words.failed, done)
    await reload('bulletins')
    return isDone
  }
}
