import * as z from 'zod'
import { LANGUAGES, type Language } from './languages.ts'

/** A name without folders: letters, digits, dots, hyphens and underscores, with an ending that {@link FILE_TYPES} has. */
const FILE_NAME_FORM = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/

/** The media types of files that editions can contain, by the ending of their name. */
const FILE_TYPES: Readonly<Record<string, string>> = {
  cbz: 'application/vnd.comicbook+zip',
  epub: 'application/epub+zip',
  flac: 'audio/flac',
  jpg: 'image/jpeg',
  m4a: 'audio/mp4',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  pdf: 'application/pdf',
  png: 'image/png',
  wav: 'audio/wav',
  webm: 'video/webm',
  webp: 'image/webp',
  zip: 'application/zip',
}

/** The media type of a file by its name; undefined if editions cannot contain it. */
export function fileTypeOf(name: string): string | undefined {
  const ending = name.split('.').at(-1)?.toLowerCase() ?? ''
  return Object.hasOwn(FILE_TYPES, ending) ? FILE_TYPES[ending] : undefined
}

const FILES_MAX = 20
const Title = z.string().trim().min(1).max(80)

/** What an edition contains beside its keys. */
export const EditionFile = z.strictObject({
  /** In the folder `files` of `KEYHOLD_DATA`, or of the game folder. */
  file: z
    .string()
    .refine(
      (name) => FILE_NAME_FORM.test(name) && fileTypeOf(name) !== undefined,
      `expected a name without folders, of letters, digits, ".", "-" and "_", ending in ${Object.keys(FILE_TYPES).join(', ')}`,
    ),
  /** The same in every language, or by language; one without a title has the first that is given. */
  title: z.union([
    Title,
    z
      .partialRecord(z.enum(LANGUAGES), Title)
      .refine((titles) => Object.keys(titles).length > 0, 'expected a title in one language or more'),
  ]),
})
export type EditionFile = z.infer<typeof EditionFile>

/** The files of an edition, each once. */
export const EditionFiles = z
  .array(EditionFile)
  .max(FILES_MAX)
  .refine((files) => new Set(files.map(({ file }) => file)).size === files.length, 'expected each file once')

/** The title of a file in a language; the first that is given where that language has none. */
export function fileTitleOf(title: EditionFile['title'], language: Language): string {
  if (typeof title === 'string') return title
  return title[language] ?? Object.values(title)[0] ?? ''
}

const TitleFields = Object.fromEntries(LANGUAGES.map((language) => [language, z.string()])) as Record<
  Language,
  z.ZodString
>

/** A file of an order, as its buyer's page shows it. */
export const OrderFile = z.object({
  name: z.string(),
  titles: z.object(TitleFields),
  /** A media type. */
  type: z.string(),
  /** In bytes. */
  size: z.number().int().min(0),
  /** The path with the link's secret; null once it was used as often as it may be. */
  path: z.string().nullable(),
})
export type OrderFile = z.infer<typeof OrderFile>

/** The files of an order, as staff see them. */
const StaffFiles = z.object({
  /** Since when the link does not work; null while it does. */
  revokedAt: z.iso.datetime().nullable(),
  /** How many times each file may be downloaded with one link. */
  most: z.int(),
  files: z.array(
    z.object({
      name: z.string(),
      size: z.number().int().min(0),
      /** Downloads with the link that is valid, and the last of them. */
      started: z.int(),
      lastAt: z.iso.datetime().nullable(),
    }),
  ),
})
export type StaffFiles = z.infer<typeof StaffFiles>

/** The files of an order; null if it has no right to any. */
export const StaffFilesReply = z.object({ success: z.literal(true), files: StaffFiles.nullable() })

/** `revoke` ends the link, `restore` makes the same one valid again, `renew` makes another one that begins without downloads. */
const FILE_LINK_ACTS = ['revoke', 'restore', 'renew'] as const
export type FileLinkAct = (typeof FILE_LINK_ACTS)[number]
/** A change of the link to an order's files. */
export const FileLinkRequest = z.strictObject({ act: z.enum(FILE_LINK_ACTS) })

/** Downloads of each file with one link. A download begins with the first byte; what continues one is not counted. */
export const FILE_DOWNLOADS_MAX = 50
