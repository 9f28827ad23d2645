import type { CallGroup } from '../call-notes.ts'

/** The calls for programs with a token. */
export const PROGRAMS: CallGroup = {
  document: 'programs',
  name: 'Reading',
  description:
    'What a program reads with a token. Owners create tokens in the tab Integrations of the back office. A token may make 600 calls a minute.',
  calls: {
    'GET /api/v1/orders': {
      id: 'listOrders',
      summary: 'List orders',
      description:
        'Orders, the newest first, filtered and page by page: `before` is `next` of the page above. Needs the scope `orders:read`. E-mail addresses are masked without the scope `orders:emails`.',
    },
    'GET /api/v1/stock': {
      id: 'readStock',
      summary: 'Count the keys of each edition',
      description:
        'The keys of each edition by state, and the paid copies that wait for keys. Needs the scope `stock:read`.',
      reply: {
        success: true,
        stock: {
          standard: { available: 120, used: 30, retired: 1, total: 151, reserved: 4, waiting: 0 },
          supporter: { available: 40, used: 12, retired: 0, total: 52, reserved: 1, waiting: 0 },
        },
      },
    },
    'GET /api/v1/statistics': {
      id: 'readStatistics',
      summary: 'Read the sales of some days',
      description:
        'Orders, copies and turnover by day, edition, network and language, and how many orders were paid. At most 366 days. Needs the scope `statistics:read`.',
    },
    'GET /api/v1/audit': {
      id: 'listAudit',
      summary: 'List the audit log',
      description:
        'Who did what to what and when, the newest first: `before` is `next` of the page above. Needs the scope `audit:read`.',
    },
  },
}
