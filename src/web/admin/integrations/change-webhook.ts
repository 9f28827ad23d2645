import type { WebhookRequest } from '#shared/webhooks-api.ts'

/** Carries out a change and reports it; resolves to whether it succeeded. */
export type ChangeWebhook = (change: WebhookRequest) => Promise<boolean>
