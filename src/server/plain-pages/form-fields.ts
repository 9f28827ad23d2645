/** The fields of a posted form. If a field was sent twice, the first value counts. */
export interface FormFields {
  /** The value of a field; empty if it was not sent. */
  text(name: string): string
  has(name: string): boolean
}

/** Longer than any field of our forms; the reason of a refund has a limit of its own. */
const FIELD_MAX = 4000

/**
 * Parses a form body.
 *
 * @param body `application/x-www-form-urlencoded`, or a URL query; any text can be parsed.
 */
export function formFields(body: string): FormFields {
  const fields = new URLSearchParams(body)
  return {
    text: (name) => stripUnstorable(fields.get(name) ?? '').slice(0, FIELD_MAX),
    has: (name) => fields.has(name),
  }
}

/** Removes lone surrogates and NUL, which neither a page nor the database can hold. */
function stripUnstorable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}
