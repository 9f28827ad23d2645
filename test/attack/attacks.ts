import type { Attack } from './attack.ts'
import { FACTOR_ATTACKS } from './factor-attacks.ts'
import { FRAMING_ATTACKS } from './framing-attacks.ts'
import { INTEGRATION_ATTACKS } from './integration-attacks.ts'
import { MATRIX_ATTACKS } from './matrix-attacks.ts'
import { MONEY_ATTACKS } from './money-attacks.ts'
import { ORDER_ATTACKS } from './order-attacks.ts'
import { PAGE_ATTACKS } from './page-attacks.ts'
import { PASSKEY_ATTACKS } from './passkey-attacks.ts'
import { SECRET_ATTACKS } from './secret-attacks.ts'
import { STAFF_ATTACKS } from './staff-attacks.ts'

/** Everything that the suite tries, in this order. */
export const ATTACKS: readonly Attack[] = [
  ...ORDER_ATTACKS,
  ...STAFF_ATTACKS,
  ...FACTOR_ATTACKS,
  ...PASSKEY_ATTACKS,
  ...FRAMING_ATTACKS,
  ...MONEY_ATTACKS,
  ...MATRIX_ATTACKS,
  ...SECRET_ATTACKS,
  ...INTEGRATION_ATTACKS,
  ...PAGE_ATTACKS,
]
