import type { Language } from '#shared/languages.ts'
import type { Feature } from '#server/http/feature.ts'
import { createAlertMailWorker, type AlertMailDeps } from './alert-mail-worker.ts'
import { alertRoutes, type AlertRoutesDeps } from './routes.ts'

interface AlertsFeatureDeps extends AlertRoutesDeps, Omit<AlertMailDeps, 'recipients'> {
  readonly settings: {
    readonly alertEmail: string | null
    readonly alertLanguage: Language
    readonly profile: 'demo' | 'production'
  }
}

/** What staff must know about: the list in the back office, and the mails. */
export function registerAlerts({ settings, ...deps }: AlertsFeatureDeps): Feature {
  return {
    addRoutes: (app) => {
      alertRoutes(app, deps)
    },
    workers: [createAlertMailWorker({ ...deps, recipients: recipientsOf(settings) })],
  }
}

function recipientsOf({
  alertEmail,
  alertLanguage: language,
  profile,
}: AlertsFeatureDeps['settings']): AlertMailDeps['recipients'] {
  if (alertEmail !== null) return { to: { email: alertEmail }, language }
  // the owner of a demo is not a person
  return profile === 'production' ? { to: 'owners', language } : null
}
