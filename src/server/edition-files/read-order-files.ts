import type { Db } from '#server/db/database.ts'
import { fileSecretFor } from '#server/secrets/file-secret.ts'
import {
  FILE_DOWNLOADS_MAX,
  fileTitleOf,
  fileTypeOf,
  type OrderFile,
  type StaffFiles,
} from '#shared/edition-files.ts'
import type { EditionId } from '#shared/editions.ts'
import { LANGUAGES, type Language } from '#shared/languages.ts'
import type { EditionFileStore, PlacedFile } from './edition-files.ts'
import { readFileRight, type FileRight } from './read-file-right.ts'

/** What the files of orders are read from. */
export interface OrderFilesDeps {
  readonly secret: Uint8Array
  readonly editionFiles: EditionFileStore
}

interface DeliveredOrder {
  readonly id: string
  readonly edition: EditionId
}

/** The files that a buyer may download now. An order of an edition without files costs no query. */
export async function readOrderFiles(
  db: Db,
  { secret, editionFiles }: OrderFilesDeps,
  order: DeliveredOrder,
): Promise<readonly OrderFile[]> {
  if (!editionFiles.hasFiles(order.edition)) return []
  const right = await readFileRight(db, order.id)
  if (right === null || !right.isOwed || right.revokedAt !== null) return []
  const started = await readDownloads(db, order.id, right)
  const link = fileSecretFor(secret, order.id, right.linkNumber)
  return editionFiles.filesOf(order.edition).map((file) => {
    const isUsedUp = (started.get(file.file)?.started ?? 0) >= FILE_DOWNLOADS_MAX
    return { ...describeFile(file), path: isUsedUp ? null : `/files/${order.id}/${file.file}?link=${link}` }
  })
}

/** The files of an order for staff; null if its edition has none. */
export async function readStaffFiles(
  db: Db,
  editionFiles: EditionFileStore,
  order: DeliveredOrder,
): Promise<StaffFiles | null> {
  if (!editionFiles.hasFiles(order.edition)) return null
  const right = await readFileRight(db, order.id)
  if (right === null || !right.isOwed) return null
  const started = await readDownloads(db, order.id, right)
  return {
    revokedAt: right.revokedAt?.toISOString() ?? null,
    most: FILE_DOWNLOADS_MAX,
    files: editionFiles.filesOf(order.edition).map(({ file, sizeBytes }) => ({
      name: file,
      size: sizeBytes,
      started: started.get(file)?.started ?? 0,
      lastAt: started.get(file)?.last_at.toISOString() ?? null,
    })),
  }
}

function describeFile({ file, title, sizeBytes }: PlacedFile): Omit<OrderFile, 'path'> {
  const titles = LANGUAGES.map((language) => [language, fileTitleOf(title, language)] as const)
  return {
    name: file,
    titles: Object.fromEntries(titles) as Record<Language, string>,
    type: fileTypeOf(file) ?? 'application/octet-stream',
    size: sizeBytes,
  }
}

async function readDownloads(db: Db, orderId: string, { linkNumber }: FileRight) {
  const rows = await db
    .selectFrom('file_downloads')
    .select(['file', 'started', 'last_at'])
    .where('payment_id', '=', orderId)
    .where('link_number', '=', linkNumber)
    .execute()
  return new Map(rows.map((row) => [row.file, row]))
}
