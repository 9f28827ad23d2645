import { BlockList, isIP } from 'node:net'

/** IPv4 ranges that are not on the public internet: RFC 6890, and multicast. */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]
/** IPv6 ranges below 2000::/3 that are not public, or lead to an IPv4 address: RFC 6890, Teredo, 6to4. */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const special = new BlockList()
for (const range of SPECIAL_IPV4) addRange(special, range, 'ipv4')
for (const range of SPECIAL_IPV6) addRange(special, range, 'ipv6')
/** All public IPv6 addresses so far. */
const globalUnicast = new BlockList()
addRange(globalUnicast, '2000::/3', 'ipv6')

function addRange(list: BlockList, range: string, family: 'ipv4' | 'ipv6'): void {
  const [address = '', bits] = range.split('/')
  list.addSubnet(address, Number(bits), family)
}

/** Whether an IP address is on the public internet; false for what is no address, and for IPv4 within IPv6. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !special.check(address, 'ipv4')
    case 6:
      return globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6')
    default:
      return false
  }
}
