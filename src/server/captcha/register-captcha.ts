import type { Jobs } from '#server/db/jobs.ts'
import type { Feature } from '#server/http/feature.ts'
import { captchaRoutes, type CaptchaDeps } from './routes.ts'
import { scheduleCaptchaSweep } from './sweep-captchas.ts'

interface CaptchaFeatureDeps extends Omit<CaptchaDeps, 'pinnedCode'> {
  /** Not started yet. */
  readonly jobs: Pick<Jobs, 'work' | 'schedule'>
  readonly settings: { readonly captchaCode: string | null }
}

/** The captcha that an order is preceded by. */
export function registerCaptcha(deps: CaptchaFeatureDeps): Feature {
  scheduleCaptchaSweep(deps.jobs, deps.db, deps.clock)
  return {
    addRoutes: (app) => {
      captchaRoutes(app, { ...deps, pinnedCode: deps.settings.captchaCode })
    },
  }
}
