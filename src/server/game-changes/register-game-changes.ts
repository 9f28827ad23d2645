import type { Listener } from '#server/db/listener.ts'
import type { Feature } from '#server/http/feature.ts'
import type { Log } from '#server/runtime/log.ts'
import { gameChangesRoutes, type GameChangesDeps } from './routes.ts'

interface GameChangesFeatureDeps extends Omit<GameChangesDeps, 'onChanged'> {
  readonly listener: Pick<Listener, 'subscribe'>
  readonly log: Log
  /** Renders the pages whose facts have changed. */
  readonly refreshPages: () => Promise<void>
}

/** What owners change of the game on sale. Each process reads a version as soon as it is stored, and after an interruption. */
export function registerGameChanges(deps: GameChangesFeatureDeps): Feature {
  const { listener, log, gameOnSale } = deps
  const onChanged = async () => {
    await gameOnSale.refresh()
    await deps.refreshPages()
  }
  const hear = () => {
    onChanged().catch((error: unknown) => {
      log.warn(
        { error },
        'changes of the game could not be read; the earlier ones stay until the next notice',
      )
    })
  }
  let unsubscribe = () => {}
  return {
    addRoutes: (app) => {
      gameChangesRoutes(app, { ...deps, onChanged })
    },
    workers: [
      {
        name: 'game-changes',
        start: async () => {
          unsubscribe = listener.subscribe({
            announced: (topic) => {
              if (topic === 'game') hear()
            },
            rereadAll: hear,
          })
          // what was stored while the shop started
          await onChanged()
        },
        stop: () => {
          unsubscribe()
          return Promise.resolve()
        },
      },
    ],
  }
}
