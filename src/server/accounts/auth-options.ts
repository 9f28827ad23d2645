import { randomUUID } from 'node:crypto'
import { passkey } from '@better-auth/passkey'
import type { BetterAuthOptions } from 'better-auth'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { Db } from '#server/db/database.ts'
import { describeError, type Log } from '#server/runtime/log.ts'
import { PASSWORD_MAX, PASSWORD_MIN, SESSION_LIFE_S, SESSION_MARGIN_S } from '#shared/constants.ts'
import { recoveryCodeStorage } from './recovery-codes.ts'
import { COPIED_PASSKEY, isCounterError, isRefusedPasskey, passkeyOptions } from './passkey-options.ts'
import { cookiePrefix } from './session-cookie.ts'

export interface AuthDeps {
  readonly db: Db
  readonly log: Log
  /** From `authSecret`. */
  readonly secret: string
  readonly publicUrl: string
  /** Whether cookies are sent over https only. */
  readonly isSecure: boolean
  /** Shown in the authenticator app. */
  readonly issuer: string
}

/** The header from which better-auth reads the client's address; set by this server, never taken from the request. */
export const CLIENT_HEADER = 'x-keyhold-client'

/** The options of better-auth: our own tables, no sign-up, no mails, no other provider. */
export function authOptions({ db, log, secret, publicUrl, isSecure, issuer }: AuthDeps) {
  return {
    appName: issuer,
    baseURL: publicUrl,
    basePath: '/auth',
    secret,
    database: { db, type: 'postgres' },
    telemetry: { enabled: false },
    logger: { level: 'error', log: logger(log) },
    // rate limits are our own (decision 0007): the same for every call; better-auth's subtracts int8, a bigint here
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
    },
    session: {
      ...SESSION_NAMES,
      expiresIn: SESSION_LIFE_S,
      // renewed when less than the client's margin remains
      updateAge: SESSION_LIFE_S - SESSION_MARGIN_S,
    },
    user: USER_NAMES,
    account: CREDENTIAL_NAMES,
    verification: VERIFICATION_NAMES,
    advanced: {
      // better-auth's own setting would put `__Secure-` before the name
      useSecureCookies: false,
      cookiePrefix: cookiePrefix(isSecure),
      defaultCookieAttributes: { secure: isSecure },
      ipAddress: { ipAddressHeaders: [CLIENT_HEADER] },
      database: { generateId: () => randomUUID() },
    },
    databaseHooks: {
      session: {
        create: {
          // after the password check, so that a disabled account takes as long to reject as any other
          before: async (session) => !(await isDisabled(db, session.userId)),
        },
      },
    },
    plugins: [
      twoFactor({
        issuer,
        schema: SECOND_FACTOR_NAMES,
        backupCodeOptions: { storeBackupCodes: recoveryCodeStorage(secret) },
      }),
      passkey(passkeyOptions({ publicUrl, issuer })),
    ],
  } satisfies BetterAuthOptions
}

async function isDisabled(db: Db, userId: string): Promise<boolean> {
  const user = await db.selectFrom('users').select('disabled_at').where('id', '=', userId).executeTakeFirst()
  return user === undefined || user.disabled_at !== null
}

/** better-auth's messages and arguments may contain personal data: only errors among them are logged, and no report without one. */
function logger(log: Log) {
  return (_level: string, message: string, ...details: unknown[]): void => {
    const found = details.filter((one) => one instanceof Error)
    if (found.some(isCounterError)) log.warn({}, COPIED_PASSKEY)
    const errors = found.filter((one) => !isRefusedPasskey(message, one)).map(describeError)
    if (errors.length > 0) log.error({ errors }, 'better-auth reports an error')
  }
}

const TIMES = { createdAt: 'created_at', updatedAt: 'updated_at' } as const
const USER_NAMES = {
  modelName: 'users',
  fields: { emailVerified: 'email_verified', ...TIMES },
} as const
const SESSION_NAMES = {
  modelName: 'user_sessions',
  fields: {
    userId: 'user_id',
    expiresAt: 'expires_at',
    ipAddress: 'ip_address',
    userAgent: 'user_agent',
    ...TIMES,
  },
} as const
const CREDENTIAL_NAMES = {
  modelName: 'user_credentials',
  fields: {
    accountId: 'account_id',
    providerId: 'provider_id',
    userId: 'user_id',
    accessToken: 'access_token',
    refreshToken: 'refresh_token',
    idToken: 'id_token',
    accessTokenExpiresAt: 'access_token_expires_at',
    refreshTokenExpiresAt: 'refresh_token_expires_at',
    ...TIMES,
  },
} as const
const VERIFICATION_NAMES = {
  modelName: 'user_verifications',
  fields: { expiresAt: 'expires_at', ...TIMES },
} as const
const SECOND_FACTOR_NAMES = {
  user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
  twoFactor: {
    modelName: 'user_second_factors',
    fields: {
      backupCodes: 'backup_codes',
      userId: 'user_id',
      failedVerificationCount: 'failed_verification_count',
      lockedUntil: 'locked_until',
    },
  },
} as const
