import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { restrictTo, type Access } from '#server/accounts/require-access.ts'
import type { DbDeps } from '#server/db/db-deps.ts'
import { CallError, clientOf, type App } from '#server/http/app.ts'
import { callOf } from '#server/http/call-of.ts'
import { isFollowed } from '#server/http/is-followed.ts'
import { enforceLimit } from '#server/rate-limits/enforce-limit.ts'
import type { Limits } from '#server/rate-limits/rate-limits.ts'
import { isFileSecret } from '#server/secrets/file-secret.ts'
import { Done, Failure, type ErrorCode } from '#shared/api.ts'
import { FileLinkRequest, fileTypeOf, StaffFilesReply } from '#shared/edition-files.ts'
import { OrderParams } from '#shared/orders-api.ts'
import type { PlainNotice } from '#shared/plain-facts.ts'
import { changeFileLink } from './change-file-link.ts'
import { countDownload, isBegun, type AskedFile } from './count-download.ts'
import { openPart, type OpenPart } from './open-part.ts'
import { readFileRight } from './read-file-right.ts'
import { readStaffFiles, type OrderFilesDeps } from './read-order-files.ts'

interface FileRoutesDeps extends DbDeps, OrderFilesDeps {
  readonly limits: Limits
  readonly access: Access
  /** Answers a person who followed a link in a browser with a page. */
  readonly sendNotice: (
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    notice: PlainNotice,
  ) => FastifyReply
}

const FileParams = z.object({ id: z.uuid(), file: z.string().max(100) })
/** In the query, which no log of the shop and of the proxies it describes contains. */
const FileQuery = z.object({ link: z.string().max(64) })

/** The downloads of orders' files, and the call that changes their links. */
export function editionFileRoutes(app: App, deps: FileRoutesDeps): void {
  downloadRoute(app, deps)
  readRoute(app, deps)
  linkRoute(app, deps)
}

function downloadRoute(app: App, deps: FileRoutesDeps): void {
  app.get(
    '/files/:id/:file',
    {
      schema: { params: FileParams, querystring: FileQuery, response: { '4xx': Failure } },
      errorHandler: (error, request, reply) => {
        const notice = error instanceof CallError ? NOTICES[error.code] : undefined
        if (!(error instanceof CallError) || notice === undefined || !isFollowed(request)) throw error
        if (error.retryAfterS !== null) void reply.header('retry-after', String(error.retryAfterS))
        void deps.sendNotice(request, reply, error.status, notice)
      },
    },
    async (request, reply) => {
      await enforceLimit(deps.limits, 'reads', clientOf(request))
      const { asked, path } = await requireFile(deps, { ...request.params, ...request.query })
      const part = await openPart(path, request)
      const isOpen = await admit(deps, request.method, asked, part).catch(async (error: unknown) => {
        await part.close()
        throw error
      })
      if (!isOpen) {
        await part.close()
        throw new CallError(403, 'FILE_LIMIT', 'this link was used too often: ask support for another one')
      }
      return sendPart(reply, asked.file, part)
    },
  )
}

const NOTICES: Partial<Record<ErrorCode, PlainNotice>> = {
  FILE_NOT_FOUND: 'fileGone',
  FILE_LIMIT: 'fileLimit',
  RATE_LIMITED: 'limited',
}

/** What is wrong about a link is not told. */
async function requireFile(
  { db, secret, editionFiles }: FileRoutesDeps,
  params: z.infer<typeof FileParams> & z.infer<typeof FileQuery>,
) {
  const right = await readFileRight(db, params.id)
  const isValid =
    right !== null &&
    isFileSecret(secret, params.id, right.linkNumber, params.link) &&
    right.isOwed &&
    right.revokedAt === null
  const file = isValid
    ? editionFiles.filesOf(right.edition).find((one) => one.file === params.file)
    : undefined
  if (right === null || file === undefined)
    throw new CallError(404, 'FILE_NOT_FOUND', 'this link opens no file: open the page of your order')
  return { path: file.path, asked: { orderId: params.id, linkNumber: right.linkNumber, file: file.file } }
}

/** Counts a download that begins. What continues one needs one that was begun, or its first byte would be left out to be uncounted. */
async function admit(
  { db, clock }: FileRoutesDeps,
  method: string,
  asked: AskedFile,
  { range }: OpenPart,
): Promise<boolean> {
  if (method === 'HEAD' || range === null) return true
  return range.start === 0 ? countDownload(db, asked, clock()) : isBegun(db, asked)
}

async function sendPart(reply: FastifyReply, name: string, part: OpenPart): Promise<FastifyReply> {
  const { range, sizeBytes, etag } = part
  void reply
    .type(fileTypeOf(name) ?? 'application/octet-stream')
    .header('etag', etag)
    .header('accept-ranges', 'bytes')
    .header('cache-control', 'private, no-store, no-transform')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex, nofollow, noarchive')
  if (range === null) {
    await part.close()
    return reply
      .code(416)
      .header('content-range', `bytes */${String(sizeBytes)}`)
      .send()
  }
  const { start, end, isWhole } = range
  if (!isWhole)
    void reply.code(206).header('content-range', `bytes ${String(start)}-${String(end)}/${String(sizeBytes)}`)
  void reply.header('content-length', end - start + 1)
  if (reply.request.method !== 'HEAD') return reply.send(part.stream())
  await part.close()
  // Fastify would read to its end what it does not send
  return reply.send(Readable.from([]))
}

function readRoute(app: App, { db, access, editionFiles }: FileRoutesDeps): void {
  app.get(
    '/functions/orders/:id/files',
    { ...restrictTo(access, 'orders.read'), ...callOf(StaffFilesReply, { params: OrderParams }) },
    async (request) => {
      await access.requirePermission(request, 'orders.read')
      const { id } = request.params
      const right = await readFileRight(db, id)
      if (right === null) throw orderNotFound()
      const order = { id, edition: right.edition }
      return { success: true as const, files: await readStaffFiles(db, editionFiles, order) }
    },
  )
}

function linkRoute(app: App, { db, clock, access }: FileRoutesDeps): void {
  app.post(
    '/functions/orders/:id/file-link',
    {
      ...restrictTo(access, 'orders.decide'),
      ...callOf(Done, { params: OrderParams, body: FileLinkRequest }),
    },
    async (request) => {
      const { userId } = await access.requirePermission(request, 'orders.decide')
      const { id } = request.params
      const outcome = await changeFileLink(db, {
        orderId: id,
        act: request.body.act,
        actorId: userId,
        at: clock(),
      })
      if (outcome === 'no-order') throw orderNotFound()
      return { success: true as const }
    },
  )
}

function orderNotFound(): CallError {
  return new CallError(404, 'PAYMENT_NOT_FOUND', 'there is no payment with this id')
}
