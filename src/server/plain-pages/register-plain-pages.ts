import type { Feature } from '#server/http/feature.ts'
import type { PlainPagesDeps } from './notice-routes.ts'
import { plainPageRoutes } from './routes.ts'

interface PlainPagesFeatureDeps extends Omit<PlainPagesDeps, 'pinnedCode'> {
  readonly settings: { readonly captchaCode: string | null }
}

/** Ordering and an order's page without script. */
export function registerPlainPages(deps: PlainPagesFeatureDeps): Feature {
  return {
    addRoutes: (app) => {
      plainPageRoutes(app, { ...deps, pinnedCode: deps.settings.captchaCode })
    },
  }
}
