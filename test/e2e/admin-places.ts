/** Every place of the back office that an owner may open. */
export const ADMIN_PLACES = [
  '#/overview',
  '#/keys/stats',
  '#/keys/list',
  '#/keys/generate',
  '#/keys/import',
  '#/orders',
  '#/exceptions',
  '#/refunds',
  '#/bulletins',
  '#/statistics',
  '#/people',
  '#/integrations',
  '#/security',
  '#/audit',
  '#/settings',
  '#/game',
] as const
