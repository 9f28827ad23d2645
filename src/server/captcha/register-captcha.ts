import type { Feature } from '#server/http/feature.ts'
import { DEMO_PROOF_WORK, PROOF_WORK } from './proof-of-work.ts'
import { captchaRoutes, type CaptchaDeps } from './routes.ts'

interface CaptchaFeatureDeps extends Omit<CaptchaDeps, 'pinnedCode' | 'proofWork'> {
  readonly settings: { readonly captchaCode: string | null; readonly profile: 'demo' | 'production' }
}

/** The captcha that an order is preceded by. */
export function registerCaptcha(deps: CaptchaFeatureDeps): Feature {
  return {
    addRoutes: (app) => {
      const { captchaCode: pinnedCode, profile } = deps.settings
      const proofWork = profile === 'demo' ? DEMO_PROOF_WORK : PROOF_WORK
      captchaRoutes(app, { ...deps, pinnedCode, proofWork })
    },
  }
}
