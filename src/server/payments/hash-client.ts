import { hmacWith } from '#server/runtime/hmac.ts'

/** Who ordered, without a network address: only somebody who has the shop's secret could find it by trying all. */
export interface ClientHashes {
  /** Of an IPv4 address, or of the /64 network of an IPv6 address. */
  readonly client_hash: string
  /** Of the /48 network of an IPv6 address, which one subscriber may have; null for IPv4. */
  readonly network_hash: string | null
}

/** Hashes a client, from `clientOf(request)`, for storage beside its orders. */
export function hashClient(secret: Uint8Array, client: string): ClientHashes {
  const hash = (text: string) => hmacWith('sha256', secret).update(text).digest('hex')
  const network = networkOf(client)
  return { client_hash: hash(client), network_hash: network === null ? null : hash(network) }
}

/** The /48 network of a client such as `2001:db8:1:2::/64`. */
function networkOf(client: string): string | null {
  if (!client.endsWith('::/64')) return null
  const words = client.slice(0, -'::/64'.length).split(':')
  return `${words.slice(0, 3).join(':')}::/48`
}
