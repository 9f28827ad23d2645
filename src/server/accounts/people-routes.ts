import { CallError, type App } from '#server/http/app.ts'
import { PeopleActionReply, PeopleReply, PeopleRequest } from '#shared/admin-api.ts'
import { Failure } from '#shared/api.ts'
import type { AccountDeps } from './auth-routes.ts'
import { createAccount } from './create-account.ts'
import { passwordLinkPath } from './password-links.ts'
import { listPeople, resetAccount, setDisabled, setRole, type PersonChange } from './people.ts'
import { guarded } from './require-access.ts'

export interface PeopleDeps extends AccountDeps {
  readonly publicUrl: string
}

/** Who works here, for its owner: invited by one-time link, given a role, disabled, reset. */
export function peopleRoutes(app: App, shop: PeopleDeps): void {
  const rule = guarded(shop.access, 'people.manage')
  app.get(
    '/functions/people',
    { ...rule, schema: { response: { 200: PeopleReply, '4xx': Failure } } },
    async () => ({
      success: true as const,
      people: [...(await listPeople(shop.db))],
    }),
  )
  app.post(
    '/functions/people',
    { ...rule, schema: { body: PeopleRequest, response: { 200: PeopleActionReply, '4xx': Failure } } },
    async (request) => {
      const { userId: actorId } = await shop.access.requirePermission(request, 'people.manage')
      const { body } = request
      const by = { actorId, now: shop.clock() }
      switch (body.action) {
        case 'invite': {
          const account = { email: body.email, role: body.role, password: null, actorId }
          const made = await createAccount(shop.db, account, by.now)
          if (made.kind === 'email-taken')
            throw new CallError(409, 'EMAIL_TAKEN', 'there is an account with this e-mail already')
          return done(shop, made.linkToken)
        }
        case 'role':
          return told(shop, await setRole(shop.db, body.userId, body.role, by))
        case 'disable':
        case 'enable':
          return told(shop, await setDisabled(shop.db, body.userId, body.action === 'disable', by))
        case 'reset':
          return told(shop, await resetAccount(shop.db, body.userId, null, by))
      }
    },
  )
}

function told(shop: PeopleDeps, outcome: PersonChange & { readonly linkToken?: string }) {
  switch (outcome.kind) {
    case 'done':
      return done(shop, outcome.linkToken ?? null)
    case 'not-found':
      throw new CallError(404, 'PERSON_NOT_FOUND', 'there is no such account')
    case 'last-owner':
      throw new CallError(409, 'LAST_OWNER', 'the shop needs an owner: make another one first')
  }
}

function done({ publicUrl }: PeopleDeps, linkToken: string | null) {
  return { success: true, link: linkToken === null ? null : publicUrl + passwordLinkPath(linkToken) } as const
}
