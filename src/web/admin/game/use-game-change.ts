import type { GameChangeReply, GameChangeRequest } from '#shared/game-changes-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { callAdmin } from '#web/admin/call-admin.ts'
import { useReload } from '#web/admin/use-reload.ts'
import { useTell } from '#web/admin/use-tell.ts'

export const GAME_CONTENT = '/functions/game-content'

/**
 * Carries out a change and reports it; resolves to whether it succeeded. What was read before is read again first: whoever
 * acts on the report acts on the newest version.
 */
export function useGameChange(): (change: GameChangeRequest, done: string | null) => Promise<boolean> {
  const words = useAdmin().texts.game
  const reload = useReload()
  const tell = useTell()
  return async (change, done) => {
    const outcome = await callAdmin<GameChangeReply>('POST', GAME_CONTENT, change)
    await reload('game')
    return tell(outcome, words.failed, done)
  }
}
