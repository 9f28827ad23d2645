import { CallError, type App } from '#server/http/app.ts'
import { callOf } from '#server/http/call-of.ts'
import { PeopleActionReply, PeopleReply, PeopleRequest } from '#shared/admin-api.ts'
import type { AccountDeps } from './account-deps.ts'
import { createAccount } from './create-account.ts'
import { passwordLinkPath } from './password-links.ts'
import { listPeople, resetAccount, setDisabled, setRole, type PersonChange } from './people.ts'
import { restrictTo } from './require-access.ts'

export interface PeopleDeps extends AccountDeps {
  readonly publicUrl: string
}

/** Routes by which an owner manages staff: invite by one-time link, change the role, disable, reset. */
export function peopleRoutes(app: App, deps: PeopleDeps): void {
  const rule = restrictTo(deps.access, 'people.manage')
  app.get('/functions/people', { ...rule, ...callOf(PeopleReply, {}) }, async () => ({
    success: true as const,
    people: [...(await listPeople(deps.db))],
  }))
  app.post(
    '/functions/people',
    { ...rule, ...callOf(PeopleActionReply, { body: PeopleRequest }) },
    async (request) => {
      const { userId: actorId } = await deps.access.requirePermission(request, 'people.manage')
      const { body } = request
      const by = { actorId, now: deps.clock() }
      switch (body.action) {
        case 'invite': {
          const account = { email: body.email, role: body.role, password: null, actorId }
          const creation = await createAccount(deps.db, account, by.now)
          if (creation.kind === 'email-taken')
            throw new CallError(409, 'EMAIL_TAKEN', 'there is an account with this e-mail already')
          return successReply(deps, creation.linkToken)
        }
        case 'role':
          return replyFor(deps, await setRole(deps.db, body.userId, body.role, by))
        case 'disable':
        case 'enable':
          return replyFor(deps, await setDisabled(deps.db, body.userId, body.action === 'disable', by))
        case 'reset':
          return replyFor(deps, await resetAccount(deps.db, body.userId, null, by))
      }
    },
  )
}

function replyFor(deps: PeopleDeps, outcome: PersonChange & { readonly linkToken?: string }) {
  switch (outcome.kind) {
    case 'done':
      return successReply(deps, outcome.linkToken ?? null)
    case 'not-found':
      throw new CallError(404, 'PERSON_NOT_FOUND', 'there is no such account')
    case 'last-owner':
      throw new CallError(409, 'LAST_OWNER', 'the shop needs an owner: make another one first')
  }
}

function successReply({ publicUrl }: PeopleDeps, linkToken: string | null) {
  return { success: true, link: linkToken === null ? null : publicUrl + passwordLinkPath(linkToken) } as const
}
