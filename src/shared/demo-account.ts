/** The demo's one account, without a role until it grants itself one; shown on the demo's sign-in page, never made in production. */
export const DEMO_EMAIL = 'visitor@keyhold.example'
/** The password of {@link DEMO_EMAIL}; it is public. */
export const DEMO_PASSWORD = 'ashen-dominion-visitor'
