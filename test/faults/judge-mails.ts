import { refundAddressOf } from '#test/refund-addresses.ts'
import { NETWORKS } from '#shared/rails.ts'
import type { TakenMail, World } from './world.ts'

/** Keys as the harness generates and imports them. */
const KEY = /\b(?:[B-Z2-9]{4}-){3}[B-Z2-9]{4}\b|\bK\d+-N\d{4}\b/g
const ORDER = /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/
const ADDRESS = /\b(?:bcrt1[0-9a-z]{20,}|0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})\b/g

const REFUND_ADDRESSES = new Set<string>(NETWORKS.map(refundAddressOf))

/** What a mail tells stays told, whatever the database forgets: no key and no address is told to two orders. */
export function judgeMail(world: World, { text }: Pick<TakenMail, 'text'>): void {
  const [order] = ORDER.exec(text) ?? []
  if (order === undefined) return
  for (const [key] of text.matchAll(KEY)) {
    const owner: string = world.toldKeys.get(key) ?? order
    world.toldKeys.set(key, owner)
    if (owner !== order)
      world.broken.push({ rule: 'I1', message: 'a key was mailed to two orders, one of which may be lost' })
  }
  for (const [address] of text.matchAll(ADDRESS))
    if (!REFUND_ADDRESSES.has(address)) tellAddress(world, address, order)
}

/** An order's buyer learns its address. */
export function tellAddress(world: World, address: string, order: string): void {
  const owner = world.addresses.get(address) ?? order
  world.addresses.set(address, owner)
  if (owner !== order) world.broken.push({ rule: 'I10', message: 'an address was told to two orders' })
}
