import type { WebhookRequest } from '#shared/webhooks-api.ts'

/** Carries out a change and reports it; resolves to whether it succeeded. `back` takes it back. */
export type ChangeWebhook = (change: WebhookRequest, back?: WebhookRequest) => Promise<boolean>
