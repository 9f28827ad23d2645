import type { WrittenMail } from './write-mail.ts'

/** Headers of a page that shows a mail: it may be framed by the shop, has the mail's styles and pictures, and loads and runs nothing. */
export const FRAMED_MAIL_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
}

/** The HTML of a mail with its pictures in it: a page finds no parts of a mail by their content ids. Empty for a mail in plain text. */
export function withImages({ html, images }: Pick<WrittenMail, 'html' | 'images'>): string {
  return images.reduce(
    (shown, { cid, type, bytes }) =>
      shown.replaceAll(
        `src="cid:${cid}"`,
        `src="data:${type};base64,${Buffer.from(bytes()).toString('base64')}"`,
      ),
    html ?? '',
  )
}
