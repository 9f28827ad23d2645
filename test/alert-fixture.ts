import type { ParsedMail } from 'mailparser'
import { queueAlertMails } from '#server/alerts/alert-mail-worker.ts'
import { smtpTransport } from '#server/mail/mail-transport.ts'
import { sendMail } from './send-one-mail.ts'
import { watchOnce } from '#server/monitoring/alert-watch-worker.ts'
import type { LapsingKind } from '#server/monitoring/close-lapsed-alerts.ts'
import { findDueEndpoints, sendDelivery } from '#server/webhooks/send-delivery.ts'
import { storeSettingsEndpoint } from '#server/webhooks/webhook-endpoint.ts'
import type { MachineState } from '#server/machine/machine.ts'
import type { Db } from '#server/db/database.ts'
import type { RailState } from '#shared/api.ts'
import type { AlertKind } from '#shared/alerts.ts'
import type { StockMode } from '#shared/editions.ts'
import { enAlerts } from '#texts/en/admin-alerts.ts'
import { testEditions } from './editions.ts'
import { TEST_SECRET } from './installation-secret.ts'
import { startMailServer } from './mail-server.ts'
import { SAMPLE_MAIL_SETTINGS } from './sample-mails.ts'
import type { testClock } from './test-clock.ts'
import { isSignedWith, startWebhookReceiver } from './webhook-receiver.ts'
import { HEALTHY_MACHINE } from './machine-state.ts'

/** The mailbox of staff. */
const EMAIL = 'ops@shop.example'
const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 9).toString('base64')}`

/** A kind of alert, with `over: ` in front of its end. */
type Told = AlertKind | `over: ${AlertKind}`

/** What watches a shop and tells staff, with a real mailbox and a real receiver of webhooks. */
export interface AlertFixture {
  /** The rails as the shop sees them. */
  rails: RailState[]
  stock: StockMode
  machine: MachineState
  /** Does what a process of the shop does all the time; in `processes` of them at once. */
  watch(options?: { readonly processes?: number }): Promise<void>
  /** What has arrived since the last call. */
  told(): { readonly mails: readonly Told[]; readonly webhooks: readonly Told[] }
  /** All mails to staff, oldest first. */
  mails(): readonly ParsedMail[]
  close(): Promise<void>
}

/** A rail that is open, or closed for a reason. */
export const railState = (reason: RailState['reason']): RailState => ({
  network: 'bitcoin',
  available: reason === null,
  reason,
  simulated: false,
})

export async function alertFixture(
  db: Db,
  { clock }: Pick<ReturnType<typeof testClock>, 'clock'>,
  lapsingKinds: readonly LapsingKind[] = [{ kind: 'sign-ins-failed', isOver: () => Promise.resolve(true) }],
): Promise<AlertFixture> {
  const mailServer = await startMailServer()
  const receiver = await startWebhookReceiver()
  const transport = smtpTransport(mailServer.url, 'shop@shop.example')
  const webhook = { format: 'keyhold', url: receiver.url, secret: WEBHOOK_SECRET } as const
  const webhooks = {
    db,
    clock,
    secret: TEST_SECRET,
    webhooks: { webhook, allowsPrivateWebhooks: true },
    chat: { ...SAMPLE_MAIL_SETTINGS, language: 'en' as const },
  }
  let [mailsSeen, webhooksSeen] = [0, 0]
  const inEach = async (processes: number, work: () => Promise<unknown>) => {
    await Promise.all(Array.from({ length: processes }, work))
  }
  const sendMails = async () => {
    while ((await sendMail({ db, clock, transport, settings: SAMPLE_MAIL_SETTINGS })).kind === 'sent');
  }
  const sendWebhooks = async () => {
    for (const id of await findDueEndpoints(db, clock()))
      while ((await sendDelivery(webhooks, id)) === 'delivered');
  }
  const fixture: AlertFixture = {
    rails: [railState(null)],
    stock: 'backorder',
    machine: HEALTHY_MACHINE,
    async watch({ processes = 1 } = {}) {
      await storeSettingsEndpoint(db, webhooks.webhooks, clock())
      const shop = {
        db,
        clock,
        editions: testEditions(fixture.stock),
        railStates: () => Promise.resolve(fixture.rails),
        machineState: () => fixture.machine,
        currenciesWithoutRate: () => Promise.resolve([]),
        lapsingKinds,
      }
      await inEach(processes, () => watchOnce(shop))
      await inEach(processes, () => queueAlertMails(db, { to: { email: EMAIL }, language: 'en' }, clock()))
      await inEach(processes, sendMails)
      await inEach(processes, sendWebhooks)
    },
    told() {
      const mails = mailServer.mailsTo(EMAIL).slice(mailsSeen)
      mailsSeen += mails.length
      const messages = receiver.received.slice(webhooksSeen)
      webhooksSeen += messages.length
      return {
        mails: mails.map(readMail),
        webhooks: messages
          .filter(({ json }) => /^(alert|stock)\./.test(json.type))
          .map((message) => {
            if (!isSignedWith(WEBHOOK_SECRET, message)) throw new Error('a webhook is not signed')
            return readWebhook(message.json)
          }),
      }
    },
    mails: () => mailServer.mailsTo(EMAIL),
    async close() {
      transport.close()
      await mailServer.close()
      await receiver.close()
    },
  }
  return fixture
}

function readMail({ subject = '' }: ParsedMail): Told {
  const { kinds } = enAlerts.alerts
  const found = (Object.keys(kinds) as AlertKind[]).filter((one) => subject.includes(kinds[one].title))
  // a title may begin another
  const [kind] = found.sort((one, other) => kinds[other].title.length - kinds[one].title.length)
  if (kind === undefined) throw new Error(`expected a mail about an alert, got ${subject}`)
  return subject.startsWith('[Over] ') ? `over: ${kind}` : kind
}

function readWebhook({
  type,
  data,
}: {
  readonly type: string
  readonly data: Record<string, unknown>
}): Told {
  const kind = data.kind as AlertKind
  const [begin, end] =
    kind === 'stock-low' ? ['stock.low', 'stock.restored'] : ['alert.raised', 'alert.closed']
  if (type !== begin && type !== end) throw new Error(`${type} does not tell of ${kind}`)
  return type === end ? `over: ${kind}` : kind
}
