import { passwordLinkPath } from '#server/accounts/password-links.ts'
import { resetAccount, setRole } from '#server/accounts/people.ts'
import { hashPassword } from '#server/accounts/write-password.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { isRole, ROLES } from '#shared/permissions.ts'
import { CommandError, UsageError, type CommandContext } from './command.ts'
import { readEmail, readNewPassword, shopAddress } from './read-account.ts'
import { readArguments } from './read-arguments.ts'
import { withDatabase } from './with-database.ts'

/** `admin reset EMAIL`: for someone who is locked out. Removes password, second factor and sessions; then reads a new password or prints a link, like `admin create`. */
export async function runAdminReset(context: CommandContext): Promise<number> {
  const { values, positionals } = readArguments(context, ['role'])
  const email = readEmail(positionals)
  const { role } = values
  if (role !== undefined && !isRole(role)) throw new UsageError(`--role is ${ROLES.join(', ')}`)
  const password = await readNewPassword(context, email)
  await withDatabase(context, async ({ settings, database: { db } }) => {
    const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
    if (user === undefined)
      throw new CommandError('there is no account with this e-mail; `admin create` creates one')
    const by = { actorId: null, now: systemClock() }
    if (role !== undefined && (await setRole(db, user.id, role, by)).kind === 'last-owner') {
      throw new CommandError('this is the last owner; create another one first')
    }
    const outcome = await resetAccount(
      db,
      user.id,
      password === null ? null : await hashPassword(password),
      by,
    )
    context.out('password, second factor and sessions of the account were removed')
    if (outcome.linkToken !== undefined)
      context.out(shopAddress(settings) + passwordLinkPath(outcome.linkToken))
  })
  if (password === null)
    context.say('open this link within 24 hours to set the password; it works once, so do not share it')
  return 0
}
