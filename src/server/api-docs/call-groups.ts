import type { CallGroup } from './call-notes.ts'
import { BUYING, VISITING } from './calls/buying-calls.ts'
import { DEMO } from './calls/demo-calls.ts'
import { OFFICE_ORDERS, OFFICE_REFUNDS } from './calls/office-order-calls.ts'
import { OFFICE_SHOP } from './calls/office-shop-calls.ts'
import { OFFICE_STOCK } from './calls/office-stock-calls.ts'
import { ORDER_PAGE } from './calls/order-page-calls.ts'
import { PROGRAMS } from './calls/program-calls.ts'
import { SIGN_IN, STOCK } from './calls/sign-in-calls.ts'

/** All calls of the shop, in the order in which the documents tell of them. */
export const CALL_GROUPS: readonly CallGroup[] = [
  BUYING,
  ORDER_PAGE,
  VISITING,
  SIGN_IN,
  STOCK,
  DEMO,
  PROGRAMS,
  OFFICE_ORDERS,
  OFFICE_REFUNDS,
  OFFICE_STOCK,
  OFFICE_SHOP,
]
