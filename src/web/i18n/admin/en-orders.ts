/** The English texts about orders, refunds, reports and what was done by whom. */
export const enOrders = {}
