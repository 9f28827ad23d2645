import type { Schema } from './type-text.ts'

/** Values of fields by name, so that an example reads like a shop and not like a type. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  address: 'bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx',
  addressAgain: 'bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx',
  walletAddress: 'bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx',
  refundAddress: 'bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx',
  payment_address: 'bcrt1qnjg0jd8228aq7egyzacy8cys3knf9xvrn9d67m',
  amount: '0.0010665',
  received: '0.0010665',
  remaining: '0',
  owed: '0.0010665',
  paid: '0.0010665',
  crypto_amount: '0.0010665',
  rate: '60000',
  action: 'keys.delete',
  actor: 'owner@example.com',
  subject: 'standard',
  country: 'DE',
  day: '2026-11-22',
  from: '2026-11-01',
  to: '2026-11-30',
  edition: 'standard',
  email: 'buyer@example.com',
  userEmail: 'buyer@example.com',
  user_email: 'buyer@example.com',
  createdBy: 'owner@example.com',
  game_key: 'KX4TQ-9M2WD-7HRCV',
  key: 'KX4TQ-9M2WD-7HRCV',
  keys: ['KX4TQ-9M2WD-7HRCV'],
  code: '123456',
  currentPassword: 'the password until now',
  password: 'a password of several words',
  newPassword: 'a password of several words',
  recoveryCodes: ['aBcDe-12345'],
  token: 'Zk3v9QmX1sT7yB5nR8wC2dF6gH4jL0pA-eUiOq_xMzE',
  totpUri: 'otpauth://totp/Keyhold:owner@example.com?secret=JBSWY3DPEHPK3PXP&issuer=Keyhold',
  label: 'Our order system',
  name: 'Kim',
  message: 'I have a question about my order.',
  note: 'The buyer has written to us.',
  reason: 'The buyer has changed their mind.',
  url: 'https://studio.example/hook',
  txHash: 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16',
  transaction_hash: 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16',
  sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
  image: 'data:image/png;base64,iVBORw0KGgo=',
  price: '63.99',
  currency: 'USD',
  currencies: ['USD'],
  priceCents: 5760,
  discountCode: 'LAUNCH10',
  discountCents: 639,
  price_usd: 63.99,
  quantity: 1,
  copies: 1,
  orders: 1,
  total: 1,
  limit: 50,
  page: 1,
  paymentId: '1e0f4c5a-6a2b-4d8e-9c31-7b5d2f8a9e10',
  q: 'buyer@example.com',
}
/** Optional fields of which an example is better without: positions in a list, and what excludes another field. */
const LEFT_OUT: ReadonlySet<string> = new Set(['before', 'after', 'prices', 'keyIds'])

const BY_FORMAT: Readonly<Record<string, string>> = {
  uuid: '1e0f4c5a-6a2b-4d8e-9c31-7b5d2f8a9e10',
  'date-time': '2026-11-22T12:00:00.000Z',
  date: '2026-11-22',
  email: 'buyer@example.com',
  uri: 'https://shop.example/order/1e0f4c5a-6a2b-4d8e-9c31-7b5d2f8a9e10',
}

/**
 * Makes an example of a schema: fields by their name, otherwise by their format and limits. Choices take the first, arrays
 * have one entry.
 *
 * @param name of the field that has the schema.
 */
export function exampleOf(schema: Schema, name = ''): unknown {
  if (schema.default !== undefined) return schema.default
  const choices = schema.anyOf ?? schema.oneOf
  const chosen = choices?.find(({ type }) => type !== 'null') ?? choices?.[0]
  if (chosen !== undefined) return exampleOf(chosen, name)
  if (schema.const !== undefined) return schema.const
  const named = BY_NAME[name]
  if (schema.enum !== undefined) return schema.enum.includes(named) ? named : schema.enum[0]
  const type = [schema.type ?? []].flat().find((one) => one !== 'null')
  switch (type) {
    case 'object':
      return exampleObject(schema)
    case 'array':
      return Array.isArray(named) && schema.items?.type === 'string'
        ? named
        : [exampleOf(schema.items ?? {}, singular(name))]
    case 'boolean':
      return false
    case 'integer':
    case 'number':
      return typeof named === 'number' ? named : exampleNumber(schema)
    case 'string':
      return exampleText(schema, named)
    default:
      return {}
  }
}

function exampleObject({ properties, required = [], additionalProperties, propertyNames }: Schema): object {
  if (properties !== undefined)
    return Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => required.includes(name) || !LEFT_OUT.has(name))
        .map(([name, schema]) => [name, exampleOf(schema, name)]),
    )
  if (typeof additionalProperties !== 'object' || Object.keys(additionalProperties).length === 0) return {}
  const key = propertyNames?.enum?.[0]
  return { [typeof key === 'string' ? key : 'standard']: exampleOf(additionalProperties) }
}

function exampleText({ format, pattern, minLength = 0 }: Schema, named: unknown): string {
  if (format !== undefined && BY_FORMAT[format] !== undefined) return BY_FORMAT[format]
  const text = typeof named === 'string' ? named : 'text'
  const isFitting = pattern === undefined || new RegExp(pattern).test(text)
  return isFitting
    ? text.padEnd(minLength, '-')
    : (PATTERNED.find((one) => new RegExp(pattern).test(one)) ?? text)
}

/** Texts of some form, for fields that are not told apart by their name. */
const PATTERNED = [
  'standard',
  '2026-11-22',
  '1042',
  'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16',
]

function exampleNumber({ minimum = 0, exclusiveMinimum, maximum }: Schema): number {
  const least = Math.max(minimum, exclusiveMinimum === undefined ? minimum : exclusiveMinimum + 1)
  return Math.min(Math.max(least, 1), maximum ?? Number.MAX_SAFE_INTEGER)
}

function singular(name: string): string {
  return name.endsWith('s') ? name.slice(0, -1) : name
}
