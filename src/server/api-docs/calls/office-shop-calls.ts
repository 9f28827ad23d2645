import type { CallGroup } from '../call-notes.ts'

/** The calls about the shop itself. */
export const OFFICE_SHOP: CallGroup = {
  document: 'office',
  name: 'Shop',
  description: 'Alerts, statistics, announcements, people, integrations and the audit log.',
  calls: {
    'GET /functions/alerts': {
      id: 'listAlerts',
      summary: 'List open alerts',
      description: 'At most 200, the newest first.',
    },
    'POST /functions/alerts/{id}/close': {
      id: 'closeAlert',
      summary: 'Close an alert that was dealt with',
      description: 'It succeeds also where the alert is closed already.',
      refuses: ['404 ALERT_NOT_FOUND'],
    },
    'GET /functions/statistics': {
      id: 'readStatistics',
      summary: 'Read the sales of some days',
      description: 'Orders, copies and turnover by day, edition, network and language. At most 366 days.',
    },
    'GET /functions/discount-codes': {
      id: 'listDiscountCodes',
      summary: 'List discount codes',
      description:
        'Page by page, newest first, with the orders that use each code and what came of them. `used` is more than `uses` where orders were paid late, after their use had gone to others.',
    },
    'POST /functions/discount-codes': {
      id: 'createDiscountCodes',
      summary: 'Create a discount code, or a batch',
      description:
        'A named code, or as many generated ones as `count` says. What a code says never changes; it can be paused. Needs the password again after a while.',
      refuses: ['400 CODE_INVALID', '403 CONFIRM_REQUIRED', '409 CODE_EXISTS'],
      body: {
        code: null,
        count: 50,
        content: {
          name: 'Ada',
          percent: 15,
          amountCents: null,
          edition: null,
          uses: 1,
          usesPerMailbox: null,
          from: null,
          until: null,
        },
      },
    },
    'POST /functions/discount-codes/pause': {
      id: 'pauseDiscountCode',
      summary: 'Pause a discount code, or let it be used again',
      description: 'Orders that were made keep their discount. Asked for twice, it is done once.',
      refuses: ['404 NOT_FOUND'],
    },
    'GET /functions/export-discount-codes': {
      id: 'exportDiscountCodes',
      summary: 'Export discount codes as CSV',
      description: 'The codes of a batch, or all, with what came of them. Written to the audit log.',
    },
    'GET /functions/settings-check': {
      id: 'checkSettings',
      summary: 'Check the settings, nodes and mail',
      description: 'What the command `check` prints, without secrets and addresses of nodes.',
    },
    'GET /functions/recoveries': {
      id: 'listRecoveries',
      summary: 'List recoveries after a restore',
      description: 'What remains to be decided until orders are taken again.',
    },
    'GET /functions/game-content': {
      id: 'readGameContent',
      summary: 'Read prices, dates, questions and redeeming',
      description:
        'As they are sold now, as the game folder has them, and what the caller has typed and not saved.',
    },
    'POST /functions/game-content': {
      id: 'changeGameContent',
      summary: 'Change what the game folder says',
      description:
        'Stores a draft, saves a new version, or goes back to an earlier one. `basedOn` is the version that was read. Saving and going back need the password again after a while.',
      refuses: [
        '400 GAME_INVALID',
        '403 CONFIRM_REQUIRED',
        '404 NOT_FOUND',
        '409 GAME_CHANGED',
        '413 TOO_LARGE',
      ],
    },
    'GET /functions/game-content/versions': {
      id: 'listGameVersions',
      summary: 'List what owners have changed',
      description: 'The newest version first, with who changed what.',
    },
    'GET /functions/game-content/file': {
      id: 'exportGameFile',
      summary: 'Download a file of the game folder with all changes',
      description: 'To be copied over the one in the folder.',
      refuses: ['404 NOT_FOUND'],
      sends: 'text/plain',
    },
    'GET /functions/game-content/preview': {
      id: 'previewGame',
      summary: 'Show the landing page with the caller’s draft',
      description: 'For the owner who wrote it alone; nothing is stored.',
      sends: 'text/html',
    },
    'GET /functions/first-day': {
      id: 'readFirstDay',
      summary: 'Read what a new shop does before it sells',
      description: 'The steps with their state; null once the list is closed.',
    },
    'POST /functions/first-day': {
      id: 'changeFirstDay',
      summary: 'Tick a step of a new shop',
      description: 'Marks a step as done or open, or closes the list.',
    },
    'GET /functions/mail-previews/{mail}': {
      id: 'previewMail',
      summary: 'Look at a mail to buyers',
      description: 'A mail with sample data as a page.',
      sends: 'text/html',
    },
    'GET /functions/bulletins': {
      id: 'listBulletins',
      summary: 'List announcements to buyers',
      description: 'Drafts and sent ones, with how far each has got.',
    },
    'POST /functions/bulletins': {
      id: 'changeBulletin',
      summary: 'Write, send or delete an announcement',
      description: '`action` names the change. Sending needs the number of orders that was shown.',
      refuses: [
        '400 BULLETIN_EDITION_UNKNOWN',
        '404 BULLETIN_NOT_FOUND',
        '409 BULLETIN_STARTED',
        '409 BULLETIN_TOO_MANY',
        '409 BULLETIN_ORDERS_CHANGED',
      ],
    },
    'GET /functions/bulletins/{id}/forecast': {
      id: 'forecastBulletin',
      summary: 'Count whom an announcement would reach',
      description: 'The orders, and for a cancellation the refunds that it would request.',
      refuses: ['404 BULLETIN_NOT_FOUND'],
    },
    'GET /functions/bulletins/{id}/preview': {
      id: 'previewBulletin',
      summary: 'Look at an announcement',
      description: 'The mail as a page.',
      refuses: ['404 BULLETIN_NOT_FOUND'],
      sends: 'text/html',
    },
    'GET /functions/people': {
      id: 'listPeople',
      summary: 'List the staff',
      description: 'Every account of the back office with its role.',
    },
    'POST /functions/people': {
      id: 'changePeople',
      summary: 'Invite, change, disable or reset an account',
      description:
        'The reply to an invitation or a reset has a one-time link, shown once and valid for 24 hours.',
      refuses: ['400 EMAIL_INVALID', '404 PERSON_NOT_FOUND', '409 EMAIL_TAKEN', '409 LAST_OWNER'],
    },
    'GET /functions/webhooks': {
      id: 'listWebhooks',
      summary: 'List the webhooks',
      description: 'Every endpoint with the state of its deliveries.',
    },
    'POST /functions/webhooks': {
      id: 'changeWebhooks',
      summary: 'Create or change a webhook',
      description: 'The reply to `create` and `rotate` has the secret that signs, shown once.',
      refuses: ['400 WEBHOOK_URL_REFUSED', '404 WEBHOOK_NOT_FOUND', '409 WEBHOOK_TOO_MANY'],
    },
    'GET /functions/webhooks/{id}/deliveries': {
      id: 'listDeliveries',
      summary: 'List what a webhook was sent',
      description: 'The newest 100 messages.',
    },
    'POST /functions/webhook-deliveries/{id}/redeliver': {
      id: 'redeliver',
      summary: 'Send a message again',
      description: 'With the same `webhook-id`, at once.',
      refuses: ['404 WEBHOOK_NOT_FOUND'],
    },
    'GET /functions/api-tokens': {
      id: 'listTokens',
      summary: 'List the tokens of programs',
      description: 'Valid, expired and revoked ones; never the token itself.',
    },
    'POST /functions/api-tokens': {
      id: 'changeTokens',
      summary: 'Create or revoke a token',
      description: 'The reply to `create` has the token, shown once.',
      refuses: ['404 TOKEN_NOT_FOUND'],
    },
    'GET /functions/audit': {
      id: 'listAudit',
      summary: 'List the audit log',
      description: 'Who did what to what and when, the newest first: `before` is `next` of the page above.',
    },
    'GET /functions/export-audit': {
      id: 'exportAudit',
      summary: 'Download the audit log as CSV',
      description: 'All entries that the filter finds.',
      sends: 'text/csv',
    },
  },
}
