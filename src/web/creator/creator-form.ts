import { isEmail } from '#web/api/is-email.ts'
import { toPromoCode } from './promo-code.ts'

/** Where creators are, in the order of the list; the names are the same in every language. Source: spec section 2. */
export const PLATFORMS = {
  twitch: 'Twitch',
  youtube: 'YouTube',
  kick: 'Kick',
  tiktok: 'TikTok',
  facebook: 'Facebook Gaming',
  discord: 'Discord',
  instagram: 'Instagram',
  twitter: 'Twitter/X',
  /** Worded by the dictionary. */
  other: null,
} as const

export type PlatformId = keyof typeof PLATFORMS

/** A creator's application; it is kept nowhere and sent nowhere. */
export interface CreatorForm {
  readonly email: string
  /** One of {@link PLATFORMS}; empty while none is chosen. */
  readonly platform: string
  readonly link: string
  readonly promoCode: string
}

/** The fields that keep the form from going on, in the order they stand in. The link waits for its platform. */
export function creatorFaults(form: CreatorForm): readonly (keyof CreatorForm)[] {
  const faults: (keyof CreatorForm)[] = []
  if (!isEmail(form.email.trim())) faults.push('email')
  if (!Object.hasOwn(PLATFORMS, form.platform)) faults.push('platform')
  else if (!isWebAddress(form.link.trim())) faults.push('link')
  if (form.promoCode === '' || toPromoCode(form.promoCode) !== form.promoCode) faults.push('promoCode')
  return faults
}

function isWebAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname.includes('.')
}
