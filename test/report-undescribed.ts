import { CALL_GROUPS } from '#server/api-docs/call-groups.ts'
import type { CallNote } from '#server/api-docs/call-notes.ts'
import type { RawDescription } from '#server/api-docs/raw-description.ts'
import { refusalsOf } from '#server/api-docs/failure-responses.ts'
import type { App } from '#server/http/app.ts'

const NOTES = new Map<string, CallNote>(CALL_GROUPS.flatMap(({ calls }) => Object.entries(calls)))

/**
 * Fails the test in which a call refuses with a status and a code that its description does not name. Calls of a test's own
 * are left out.
 */
export function reportUndescribed(app: App): void {
  const described = new Map<string, readonly string[]>()
  app.addHook('onSend', (request, reply, payload, done) => {
    done(null, payload)
    const { url, method } = request.routeOptions
    const path = url?.replaceAll(/:(\w+)/g, '{$1}') ?? ''
    const name = `${String(method)} ${path}`
    const note = NOTES.get(name)
    const isRefusal = reply.statusCode >= 400 && reply.statusCode !== 500
    if (note === undefined || !isRefusal || note.sameBodyWith503 === true || typeof payload !== 'string')
      return
    const { paths = {} } = app.swagger() as unknown as RawDescription
    const call = paths[path]?.[String(method).toLowerCase()] ?? {}
    const known = described.get(name) ?? refusalsOf(name, call, note)
    described.set(name, known)
    const { code } = JSON.parse(payload) as { readonly code?: string }
    const refusal = `${String(reply.statusCode)} ${code ?? ''}`
    if (!known.includes(refusal))
      console.error(`${name} refused with ${refusal}, which api-docs does not say`)
  })
}
