import { createAccount } from '#server/accounts/create-account.ts'
import { passwordLinkPath } from '#server/accounts/password-links.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { isRole, ROLES } from '#shared/permissions.ts'
import { CommandError, UsageError, type CommandContext } from './command.ts'
import { readEmail, readNewPassword, shopAddress } from './read-account.ts'
import { readArguments } from './read-arguments.ts'
import { withDatabase } from './with-database.ts'

/** `admin create EMAIL`: the first line of standard input is the password; without one, a one-time link to set it is printed. */
export async function runAdminCreate(context: CommandContext): Promise<number> {
  const { values, positionals } = readArguments(context, ['role'])
  const email = readEmail(positionals)
  const { role = 'owner' } = values
  if (role !== 'none' && !isRole(role)) throw new UsageError(`--role is ${ROLES.join(', ')} or none`)
  const password = await readNewPassword(context, email)
  await withDatabase(context, async ({ settings, database }) => {
    const account = { email, role: role === 'none' ? null : role, password, actorId: null }
    const creation = await createAccount(database.db, account, systemClock())
    if (creation.kind === 'email-taken') {
      throw new CommandError(
        'there is an account with this e-mail already; `admin reset` gives it a new password, an owner changes its role under /admin',
      )
    }
    context.out(role === 'none' ? 'account created without a role' : `account created as ${role}`)
    if (creation.linkToken !== null) context.out(shopAddress(settings) + passwordLinkPath(creation.linkToken))
  })
  if (password === null)
    context.say('open this link within 24 hours to set the password; it works once, so do not share it')
  return 0
}
