import { isEmail } from '#web/api/is-email.ts'
import { toPromoCode } from './promo-code.ts'

/** The platforms, in the order of the list; their names are the same in every language. */
export const PLATFORMS = {
  twitch: 'Twitch',
  youtube: 'YouTube',
  kick: 'Kick',
  tiktok: 'TikTok',
  facebook: 'Facebook Gaming',
  discord: 'Discord',
  instagram: 'Instagram',
  twitter: 'Twitter/X',
  /** Named in the texts. */
  other: null,
} as const

/** A creator's application; it is neither stored nor sent. */
export interface CreatorForm {
  readonly email: string
  /** A key of {@link PLATFORMS}; empty if none is chosen. */
  readonly platform: string
  readonly link: string
  readonly promoCode: string
}

/** Returns the invalid fields in the order of the form. The link is only checked once a platform is chosen. */
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
