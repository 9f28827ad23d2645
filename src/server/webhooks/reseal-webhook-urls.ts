import type { Db } from '#server/db/database.ts'
import { openWebhookUrl, sealWebhookUrl } from '#server/secrets/webhook-url.ts'

/** Encrypts the addresses of chats with another installation secret, in the caller's transaction. */
export async function resealWebhookUrls(tx: Db, from: Uint8Array, to: Uint8Array): Promise<void> {
  const chats = await tx
    .selectFrom('webhook_endpoints')
    .select(['id', 'sealed_url'])
    .where('sealed_url', 'is not', null)
    .forUpdate()
    .execute()
  for (const { id, sealed_url: sealed } of chats) {
    const url = sealed === null ? null : openWebhookUrl(from, id, sealed)
    if (url === null) continue
    await tx
      .updateTable('webhook_endpoints')
      .set({ sealed_url: sealWebhookUrl(to, id, url) })
      .where('id', '=', id)
      .execute()
  }
}
