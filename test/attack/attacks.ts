import type { Attack } from './attack.ts'
import { ORDER_ATTACKS } from './order-attacks.ts'

/** Everything that the suite tries, in this order. */
export const ATTACKS: readonly Attack[] = [...ORDER_ATTACKS]
