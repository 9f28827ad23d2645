import type { BulletinRequest } from '#shared/bulletins-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { callAdmin } from '#web/admin/call-admin.ts'
import { useReload } from '#web/admin/use-reload.ts'
import { useTell } from '#web/admin/use-tell.ts'

export const BULLETINS = '/functions/bulletins'

/** Carries out a change and reports it; resolves to whether it succeeded. `back` takes it back. */
export function useBulletinChange(): (
  change: BulletinRequest,
  done: string,
  back?: BulletinRequest,
) => Promise<boolean> {
  const { bulletins: words, many } = useAdmin().texts
  const reload = useReload()
  const tell = useTell()
  const send = async (change: BulletinRequest, done: string, back?: BulletinRequest): Promise<boolean> => {
    const undo = back === undefined ? undefined : () => send(back, many.undone)
    const isDone = tell(await callAdmin('POST', BULLETINS, change), words.failed, done, undo)
    await reload('bulletins')
    return isDone
  }
  return send
}
