import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A message as a receiver got it. */
export interface ReceivedWebhook {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly json: { readonly type: string; readonly timestamp: string; readonly data: Record<string, unknown> }
}

interface ReplyMore {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** A real receiver of webhooks. */
export interface WebhookReceiver {
  readonly url: string
  readonly received: readonly ReceivedWebhook[]
  /** What it replies; 0: nothing at all. 200 at first. */
  reply(status: number, more?: ReplyMore): void
  close(): Promise<void>
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = []
  let status = 200
  let more: ReplyMore = {}
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({
        path: request.url ?? '',
        headers: request.headers,
        body,
        json: JSON.parse(body) as ReceivedWebhook['json'],
      })
      if (status !== 0)
        response.writeHead(status, { location: '/elsewhere', ...more.headers }).end(more.body ?? 'thanks')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/hook`,
    received,
    reply: (next, nextMore = {}) => {
      status = next
      more = nextMore
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Whether a message was signed with the secret, as the documents tell receivers to check it. */
export function isSignedWith(secret: string, { headers, body }: ReceivedWebhook): boolean {
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(expected)
}
