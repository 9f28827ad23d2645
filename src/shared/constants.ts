/** The constants of spec section 9 and further ones, with their units in the names. */
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
export const CACHE_MS = 300_000
export const READ_RETRIES = 3
/** For this long after the window, late money is accepted automatically and a partial payment can be completed. */
export const TOP_UP_S = 24 * 3600
/** A transfer that stays unconfirmed for this long counts as gone: the default time in a Bitcoin node's mempool. */
export const MONITORING_S = 14 * 24 * 3600
/** A payment may be short by this much because of exchange fees: 0.5 %. */
export const TOLERANCE_BASIS_POINTS = 50n
/**
 * A transfer worth less than this never changes a status alone (address poisoning); 0.5 % of the amount due if that is
 * more.
 */
export const DUST_CENTS = 10n
export const DUST_BASIS_POINTS = 50n
/** If nodes disagree about a payment for this long, it needs a decision of the staff. */
export const DISAGREEMENT_S = 30 * 60
/** A stored rate is valid for a moment only if it was stored within this time of it. */
export const RATE_NEAR_S = 600
/**
 * A session ends this long after its last renewal. The client checks every 30 s and renews it 90 s before its end (spec
 * section 9).
 */
export const SESSION_LIFE_S = 600
export const SESSION_TICK_MS = 30_000
export const SESSION_MARGIN_S = 90
export const PASSWORD_MIN = 12
export const PASSWORD_MAX = 128
/** Life of a one-time link to set a password. */
export const PASSWORD_LINK_LIFE_S = 24 * 3600
export const ORDER_PAGE_SIZE = 50
export const NOTE_MAX = 2000
export const REFUND_REASON_MAX = 1000
/** The reason a buyer gives for a refund. */
export const BUYER_REASON_MAX = 500
/** A buyer may request a refund for this long after payment or the release, whichever is later. */
export const REFUND_WINDOW_S = 14 * 24 * 3600
/** A refund quoted longer ago than this must be quoted again before a payment of it is recorded. */
export const REFUND_QUOTE_LIFE_S = 48 * 3600
/** A refund's transaction that no node knows after this long is reported as not found. */
export const REFUND_NOT_FOUND_S = 3600
/** Life of the cookie that opens an order in the buyer's browser; browsers keep no cookie longer. */
export const ORDER_COOKIE_LIFE_S = 400 * 24 * 3600
export const RESEND_PAUSE_S = 60
/** Personal data of orders that never received money are erased this long after the order was created. */
export const UNPAID_DATA_KEPT_S = 30 * 24 * 3600
/** A visitor's message to support is deleted this long after it was sent to the studio. */
export const SUPPORT_MAIL_KEPT_S = 365 * 24 * 3600
/**
 * The recipient and the content of a mail are erased this long after it was sent; as long as an order's cookie lives.
 */
export const MAIL_CONTENT_KEPT_S = 400 * 24 * 3600
/** Stored rates are pruned to one per {@link RATE_NEAR_S} after the first time, and deleted after the second. */
export const RATES_WHOLE_S = 30 * 24 * 3600
export const RATES_KEPT_S = 400 * 24 * 3600
