/** The numbers of spec section 9, and those product.md and the design add, with their units. */
export const QUANTITY_MIN = 1
export const QUANTITY_MAX = 100
export const PAYMENT_WINDOW_S = 900
export const COPY_FEEDBACK_MS = 2000
export const INVOICE_DELAY_MS = 2000
export const QR_SIZE_PX = 200
export const QR_MARGIN_MODULES = 1
export const CAPTCHA_LENGTH = 6
export const CAPTCHA_LIFE_S = 300
export const CAPTCHA_PASS_LIFE_S = 900
export const COUNTER_INTERVAL_MS = 15_000
export const HEADER_SOLID_AFTER_PX = 10
export const INVOICE_FILE_ID_CHARS = 8
export const INVOICE_WARNING_ID_CHARS = 12
export const TRANSACTION_HASH_SHOWN_CHARS = 16
export const SUPPORT_NAME_MIN = 2
export const SUPPORT_MESSAGE_MIN = 10
export const SUPPORT_NAME_MAX = 100
export const SUPPORT_MESSAGE_MAX = 5000
export const EMAIL_MAX = 254
export const KEYS_PER_GENERATION_MAX = 100
export const KEY_PAGE_SIZE = 50
export const ANNOUNCEMENT_OFFSET_PX = 56
export const MOBILE_BELOW_PX = 768
export const CACHE_MS = 300_000
export const READ_RETRIES = 3
/** Late money may still confirm an order by itself, and a partial payment may be topped up, this long after the window. */
export const TOP_UP_S = 24 * 3600
/** A transfer seen but not confirmed for this long counts as gone: what Bitcoin nodes keep in their mempool by default. */
export const MONITORING_S = 14 * 24 * 3600
/** Exchange fees may shorten a payment by this much: 0.5 %. */
export const TOLERANCE_BASIS_POINTS = 50n
/** Transfers worth less than this alone never change a status (address poisoning); 0.5 % of due where that is more. */
export const DUST_CENTS = 10n
export const DUST_BASIS_POINTS = 50n
/** Nodes that keep disagreeing about a payment this long make it a case for a person. */
export const DISAGREEMENT_S = 30 * 60
/** A stored rate counts for a moment only when it was taken this near to it. */
export const RATE_NEAR_S = 600
/** A session ends this long after it was last renewed; the client looks every 30 s and renews it 90 s before its end (spec section 9). */
export const SESSION_LIFE_S = 600
export const SESSION_TICK_MS = 30_000
export const SESSION_MARGIN_S = 90
export const PASSWORD_MIN = 12
export const PASSWORD_MAX = 128
/** A one-time link to set a password. */
export const PASSWORD_LINK_LIFE_S = 24 * 3600
export const ORDER_PAGE_SIZE = 50
export const NOTE_MAX = 2000
export const REFUND_REASON_MAX = 1000
/** A buyer's own words about a refund. */
export const BUYER_REASON_MAX = 500
/** A buyer may give keys back this long after payment or the release, whichever is later. */
export const REFUND_WINDOW_S = 14 * 24 * 3600
/** A refund quoted longer ago than this is quoted again before a payment of it is recorded. */
export const REFUND_QUOTE_LIFE_S = 48 * 3600
/** A refund's transaction that no node knows after this long is told as not found. */
export const REFUND_NOT_FOUND_S = 3600
/** The cookie that opens an order in the browser that made it; browsers keep none longer. */
export const ORDER_COOKIE_LIFE_S = 400 * 24 * 3600
export const RESEND_PAUSE_S = 60
/** Personal data of orders that never brought money are erased this long after the order was made. */
export const UNPAID_DATA_KEPT_S = 30 * 24 * 3600
/** What a visitor wrote to support is deleted this long after it was sent on. */
export const SUPPORT_MAIL_KEPT_S = 365 * 24 * 3600
/** Whom a mail went to and what it said are erased this long after it was sent; as long as an order's cookie lives. */
export const MAIL_CONTENT_KEPT_S = 400 * 24 * 3600
/** Stored rates are thinned out to one in {@link RATE_NEAR_S} after the first time, and deleted after the second. */
export const RATES_WHOLE_S = 30 * 24 * 3600
export const RATES_KEPT_S = 400 * 24 * 3600
