import { BlockList, isIP } from 'node:net'
import { isLoopback } from './is-loopback.ts'

// RFC 1918, RFC 3927, RFC 6598 (networks of carriers and VPNs), RFC 4193, RFC 4291
const PRIVATE_IPV4 = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '100.64.0.0/10']
const PRIVATE_IPV6 = ['fc00::/7', 'fe80::/10']
/** Names that no public DNS server answers: RFC 6762, RFC 8375, RFC 6761, and the one that ICANN reserves. */
const PRIVATE_NAMES = ['local', 'home.arpa', 'internal', 'test']

const privateAddresses = new BlockList()
for (const [ranges, family] of [[PRIVATE_IPV4, 'ipv4'] as const, [PRIVATE_IPV6, 'ipv6'] as const]) {
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    privateAddresses.addSubnet(address, Number(bits), family)
  }
}

/**
 * Whether a host is this machine or one of a private network, by its name or address alone: nothing is looked up. A name
 * without a dot, such as that of a container, counts as private.
 */
export function isPrivateHost(host: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
  if (isLoopback(name)) return true
  const family = isIP(name)
  if (family !== 0) return privateAddresses.check(name, family === 6 ? 'ipv6' : 'ipv4')
  return !name.includes('.') || PRIVATE_NAMES.some((suffix) => name.endsWith(`.${suffix}`))
}
