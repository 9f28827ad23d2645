import type { CallGroup } from '../call-notes.ts'

const OWN_PASSWORD = ['401 PASSWORD_WRONG', '429 RATE_LIMITED'] as const

/** The calls by which staff sign in and keep their account. */
export const SIGN_IN: CallGroup = {
  document: 'shop',
  name: 'Signing in',
  description: 'For staff. Buyers have no account. The session is a cookie that scripts cannot read.',
  calls: {
    'POST /auth/sign-in/email': {
      id: 'signIn',
      summary: 'Sign in with e-mail address and password',
      description:
        'Sets the session cookie. Where `secondFactor` is true it sets a cookie of a pending sign-in instead, which a code completes.',
      refuses: [
        '400 EMAIL_INVALID',
        '400 PASSWORD_INVALID',
        '401 SIGN_IN_FAILED',
        '403 FORBIDDEN',
        '429 RATE_LIMITED',
      ],
    },
    'POST /auth/two-factor/verify-totp': {
      id: 'verifyCode',
      summary: 'Complete a sign-in with a code of the app',
      description:
        'Six digits of the authenticator app. The same call with a session turns the second factor on after it was set up.',
      refuses: ['401 CODE_WRONG', '403 FORBIDDEN', '429 RATE_LIMITED'],
      cookie: 'pendingSignIn',
    },
    'POST /auth/two-factor/verify-backup-code': {
      id: 'verifyRecoveryCode',
      summary: 'Complete a sign-in with a recovery code',
      description: 'Each recovery code works once.',
      refuses: ['401 CODE_WRONG', '403 FORBIDDEN', '429 RATE_LIMITED'],
      cookie: 'pendingSignIn',
    },
    'POST /auth/passkey/request': {
      id: 'requestPasskey',
      summary: 'Begin the use of a passkey',
      description:
        'What the browser gives to `navigator.credentials.get`. It is good for five minutes, once, and for this browser: a cookie names it.',
      refuses: ['403 FORBIDDEN', '429 RATE_LIMITED'],
    },
    'POST /auth/passkey/sign-in': {
      id: 'signInWithPasskey',
      summary: 'Sign in with a passkey',
      description:
        'Instead of password and code, or after the password instead of the code. `secondFactor` is always false.',
      refuses: ['401 PASSKEY_REFUSED', '403 FORBIDDEN', '429 RATE_LIMITED'],
    },
    'GET /auth/passkeys': {
      id: 'listPasskeys',
      summary: 'List the own passkeys',
      description: 'The oldest first, with when each was last used.',
    },
    'POST /auth/passkeys/start': {
      id: 'startPasskey',
      summary: 'Begin a new passkey',
      description:
        'What the browser gives to `navigator.credentials.create`. It needs POST /auth/confirm with the password or a passkey in the two minutes before.',
      refuses: ['401 PASSKEY_REFUSED', '403 CONFIRM_REQUIRED', '409 PASSKEYS_FULL', '429 RATE_LIMITED'],
    },
    'POST /auth/passkeys': {
      id: 'addPasskey',
      summary: 'Store a new passkey',
      description:
        'What the device answered. With the first second factor of an account, its other sessions end, and recovery codes are shown once.',
      refuses: ['401 PASSKEY_REFUSED', '429 RATE_LIMITED'],
    },
    'POST /auth/passkeys/rename': {
      id: 'renamePasskey',
      summary: 'Rename a passkey',
      description: 'The name is for its owner alone.',
      refuses: ['404 PASSKEY_UNKNOWN'],
    },
    'DELETE /auth/passkeys': {
      id: 'removePasskey',
      summary: 'Remove a passkey',
      description:
        'It needs POST /auth/confirm in the two minutes before. With the last second factor of an account its recovery codes end, too.',
      refuses: ['403 CONFIRM_REQUIRED', '404 PASSKEY_UNKNOWN'],
    },
    'POST /auth/sign-out': {
      id: 'signOut',
      summary: 'Sign out',
      description: 'Ends the session of this browser. It succeeds also where nobody is signed in.',
      refuses: ['403 FORBIDDEN'],
    },
    'GET /auth/session': {
      id: 'readSession',
      summary: 'Read and renew the session',
      description: 'When the session ends; null if nobody is signed in. Pages call it every 30 seconds.',
      refuses: ['429 RATE_LIMITED'],
    },
    'POST /auth/set-password': {
      id: 'setPassword',
      summary: 'Set a password with a one-time link',
      description: 'The token stands in the link that an owner or the command line has made.',
      refuses: [
        '400 LINK_INVALID',
        '400 PASSWORD_INVALID',
        '400 PASSWORD_GUESSABLE',
        '403 FORBIDDEN',
        '429 RATE_LIMITED',
      ],
    },
    'POST /auth/confirm': {
      id: 'confirmPassword',
      summary: 'Give the password or a passkey again',
      description:
        'What cannot be undone needs the password or a passkey of the last 15 minutes. Without either the call asks whether it is still needed. A passkey begins another session in place of this one.',
      refuses: [...OWN_PASSWORD, '401 PASSKEY_REFUSED', '400 PASSWORD_INVALID', '403 CONFIRM_REQUIRED'],
    },
    'POST /auth/change-password': {
      id: 'changePassword',
      summary: 'Change the own password',
      description: 'Ends all other sessions of the account.',
      refuses: [...OWN_PASSWORD, '400 PASSWORD_INVALID', '400 PASSWORD_GUESSABLE'],
    },
    'POST /auth/two-factor/enable': {
      id: 'startSecondFactor',
      summary: 'Set up a second factor',
      description:
        'The secret for the authenticator app, shown once. The factor is on after its first code was sent to `verify-totp`.',
      refuses: [...OWN_PASSWORD, '400 PASSWORD_INVALID', '409 SECOND_FACTOR_ON'],
    },
    'POST /auth/two-factor/generate-backup-codes': {
      id: 'createRecoveryCodes',
      summary: 'Get new recovery codes',
      description: 'The earlier codes work no more.',
      refuses: [...OWN_PASSWORD, '400 PASSWORD_INVALID'],
    },
    'POST /auth/two-factor/disable': {
      id: 'stopSecondFactor',
      summary: 'Turn the second factor off',
      description: 'Owners and managers of a production shop need another one before they can go on.',
      refuses: [...OWN_PASSWORD, '400 PASSWORD_INVALID'],
    },
    'GET /auth/sessions': {
      id: 'listSessions',
      summary: 'List the own sessions',
      description: 'Every browser in which the account is signed in.',
    },
    'DELETE /auth/sessions': {
      id: 'endSessions',
      summary: 'End a session',
      description: 'One session by its id, or all but this one.',
    },
    'GET /data/user': {
      id: 'readUser',
      summary: 'Read who is signed in',
      description: 'The account with its role and permissions; null if nobody is signed in.',
      refuses: ['429 RATE_LIMITED'],
    },
    'GET /data/user-roles': {
      id: 'listUserRoles',
      summary: 'Read the own role',
      description: 'A row if the signed-in user has a role; filters that name somebody else find nothing.',
      refuses: ['429 RATE_LIMITED'],
    },
    'POST /data/user-roles': {
      id: 'grantOwnRole',
      summary: 'Give oneself the role of an admin',
      description: 'For trying a demo. Shops for real money refuse it.',
      refuses: ['403 SELF_GRANT_REFUSED', '409 23505'],
    },
  },
}

/** The call about keys, which the specification names. */
export const STOCK: CallGroup = {
  document: 'shop',
  name: 'Stock',
  description: 'Game keys, for staff. Messages are in Arabic; clients translate the code.',
  calls: {
    'GET /functions/manage-game-keys': {
      id: 'readKeys',
      summary: 'Count or list the keys',
      description:
        '`action=stats` counts the keys of each edition. `action=list` lists them page by page; `q` finds a whole key, its last group, or the start of a buyer’s e-mail address.',
      refuses: ['429 RATE_LIMITED'],
      reply: {
        success: true,
        stats: {
          standard: {
            available: 120,
            used: 30,
            elsewhere: 9,
            retired: 1,
            total: 160,
            reserved: 4,
            waiting: 0,
          },
        },
      },
    },
    'POST /functions/manage-game-keys': {
      id: 'changeKeys',
      summary: 'Generate, retire, restore or reveal keys',
      description:
        'Generates 1 to 100 keys, retires keys or puts them back, or reveals one. `action` stats and list read, as GET does. The body may also be a form.',
      refuses: [
        '400 COUNT_OUT_OF_RANGE',
        '404 KEY_NOT_FOUND',
        '409 KEY_USED',
        '409 KEY_HELD',
        '409 KEY_RETIRED',
        '409 KEY_NOT_RETIRED',
        '409 KEY_GONE',
        '429 RATE_LIMITED',
      ],
      takes: ['application/json', 'application/x-www-form-urlencoded'],
      body: { action: 'generate', edition: 'standard', count: 10 },
      reply: { success: true, message: 'تم توليد المفاتيح بنجاح (العدد: 10)', count: 10, refused: [] },
    },
    'DELETE /functions/manage-game-keys': {
      id: 'deleteKeys',
      summary: 'Delete keys that were never sold',
      description:
        'One key by `keyId`, or up to 100 by `keyIds`: of those the reply names the ones that stay.',
      refuses: ['404 KEY_NOT_FOUND', '409 KEY_USED', '409 KEY_HELD', '409 KEY_RETIRED'],
      body: { keyId: '5f0c1a52-7a3e-4c5d-9b1e-2f6f0a4f9d10' },
      reply: { success: true, message: 'تم حذف المفتاح بنجاح', count: 1, refused: [] },
    },
  },
}
