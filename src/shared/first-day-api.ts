import * as z from 'zod'
import { EditionField, RailState } from './api.ts'
import { LANGUAGES } from './languages.ts'
import { SettingsCheckReply } from './reports-api.ts'

// What an owner does before the shop sells. Its state is read from the shop; only what nothing else shows is stored.

/** The steps in their order. */
export const FIRST_DAY_STEPS = [
  'nodes',
  'keys',
  'second-factor',
  'backup',
  'mails',
  'test-order',
  'real-order',
] as const
export type FirstDayStepId = (typeof FIRST_DAY_STEPS)[number]

const FirstDayStep = z.object({
  id: z.enum(FIRST_DAY_STEPS),
  /** `blocked`: not possible before the step `after`. */
  state: z.enum(['done', 'open', 'blocked']),
  after: z.enum(FIRST_DAY_STEPS).nullable(),
})
export type FirstDayStep = z.infer<typeof FirstDayStep>

/** The list, with the steps that the caller may take; null once it is done or closed, and in a demo. */
export const FirstDayReply = z.object({
  success: z.literal(true),
  list: z
    .object({
      steps: z.array(FirstDayStep),
      /** The ways to pay that are configured. */
      rails: z.array(RailState),
      /** Keys of any status, of the editions on sale. */
      editions: z.array(z.object({ edition: EditionField, keys: z.int() })),
      /** Null for who may not see the people. */
      ownersWithoutFactor: z.int().nullable(),
      backups: SettingsCheckReply.shape.backups,
    })
    .nullable(),
})
export type FirstDayReply = z.infer<typeof FirstDayReply>
/** The list of a reply. */
export type FirstDayList = NonNullable<FirstDayReply['list']>

/** What is stored: that the mails were read, or that the list is closed, which only owners may. */
export const FirstDayRequest = z.strictObject({ action: z.enum(['mails-read', 'close']) })
export type FirstDayRequest = z.infer<typeof FirstDayRequest>

/** The mails to buyers that can be previewed. */
export const MAIL_PREVIEWS = [
  'received',
  'short',
  'late',
  'review',
  'keys',
  'keys-follow',
  'keys-on-release',
  'refund-asked',
  'refunded',
  'withdrawal',
  'recover',
  'support-copy',
  'waiting-confirm',
  'waiting-stock',
] as const
export type MailPreviewId = (typeof MAIL_PREVIEWS)[number]

/** The mail in the path of a preview. */
export const MailPreviewParams = z.object({ mail: z.enum(MAIL_PREVIEWS) })
/** The language of a preview. */
export const MailPreviewQuery = z.object({ language: z.enum(LANGUAGES) })
