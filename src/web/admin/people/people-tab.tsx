import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdmin } from '#web/admin/admin-context.ts'
import { FailedNote } from '#web/admin/failed-note.tsx'
import { USER_QUERY } from '#web/admin/admin-queries.ts'
import { Skeleton } from '#web/admin/skeleton.tsx'
import { useToast } from '#web/admin/toasts.tsx'
import { describeFailure } from '#web/admin/describe-failure.ts'
import { InviteForm } from './invite-form.tsx'
import { LinkModal, type OneTimeLink } from './link-modal.tsx'
import type { PeopleChange } from './people-change.ts'
import { changePeople, readPeople } from './people-calls.ts'
import { PeopleTable } from './people-table.tsx'
import { RoleTable } from './role-table.tsx'

/** Manages staff: invite, assign a role, disable, reset. */
export function PeopleTab() {
  const { texts } = useAdmin()
  const queries = useQueryClient()
  const showToast = useToast()
  const [link, setLink] = useState<OneTimeLink | null>(null)
  const people = useQuery({ queryKey: ['people'], queryFn: ({ signal }) => readPeople(signal) })
  const words = texts.people
  const change: PeopleChange = async (request, email) => {
    const outcome = await changePeople(request)
    void queries.invalidateQueries({ queryKey: ['people'] })
    if (outcome.kind === 'failed') {
      showToast('bad', describeFailure(texts, outcome, words.failed))
      return false
    }
    // the user may have changed their own role
    void queries.invalidateQueries({ queryKey: USER_QUERY })
    if (outcome.reply.link === null) showToast('good', words.done)
    else setLink({ url: outcome.reply.link, email })
    return true
  }
  return (
    <section className="card tab-content stack" aria-labelledby="people-title">
      <h2 id="people-title">{words.title}</h2>
      <p className="lead">{words.lead}</p>
      <InviteForm onInvite={change} />
      {people.isPending ? <Skeleton /> : null}
      {people.isError ? (
        <FailedNote text={words.loadFailed} error={people.error} onRetry={() => people.refetch()} />
      ) : null}
      {people.data === undefined ? null : <PeopleTable people={people.data.people} onChange={change} />}
      <RoleTable />
      {link === null ? null : (
        <LinkModal
          link={link}
          onClose={() => {
            setLink(null)
          }}
        />
      )}
    </section>
  )
}
