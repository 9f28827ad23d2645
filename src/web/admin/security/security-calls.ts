import type * as z from 'zod'
import type { RecoveryCodesReply, SecondFactorReply, SessionsReply } from '#shared/admin-api.ts'
import { callAdmin } from '#web/admin/call-admin.ts'

export type Sessions = z.infer<typeof SessionsReply>
export type SecondFactorStart = z.infer<typeof SecondFactorReply>

export const endSession = (id: string) => callAdmin('DELETE', '/auth/sessions', { id })
export const endOtherSessions = () => callAdmin('DELETE', '/auth/sessions', { others: true })
export const confirmPassword = (password: string) => callAdmin('POST', '/auth/confirm', { password })
export const changePassword = (currentPassword: string, newPassword: string) =>
  callAdmin('POST', '/auth/change-password', { currentPassword, newPassword })
export const startSecondFactor = (password: string) =>
  callAdmin<SecondFactorStart>('POST', '/auth/two-factor/enable', { password })
export const confirmSecondFactor = (code: string) =>
  callAdmin('POST', '/auth/two-factor/verify-totp', { code })
export const stopSecondFactor = (password: string) =>
  callAdmin('POST', '/auth/two-factor/disable', { password })
export const renewRecoveryCodes = (password: string) =>
  callAdmin<z.infer<typeof RecoveryCodesReply>>('POST', '/auth/two-factor/generate-backup-codes', {
    password,
  })
