import { DEMO_XPUBS } from '#server/chain/addresses/demo-xpubs.ts'
import { parseXpub, type Xpub } from '#server/chain/addresses/parse-xpub.ts'
import type { Wallet } from '#shared/chains.ts'
import { networksAll } from '#shared/address-form.ts'

const xpubs = new Map<Wallet, Xpub>()

/** The extended public key of a wallet. */
export function xpubOf(wallet: Wallet): Xpub {
  const known = xpubs.get(wallet)
  if (known !== undefined) return known
  const parsed = parseXpub(DEMO_XPUBS[wallet], { wallet, outputNetworks: networksAll('regtest') })
  if (parsed.kind !== 'xpub') throw new Error(parsed.message)
  const xpub = { ...parsed.xpub, receiving: withMemory(parsed.xpub.receiving) }
  xpubs.set(wallet, xpub)
  return xpub
}

/** Every run derives the same children, and each costs a multiplication on the curve. */
function withMemory(receiving: Xpub['receiving']): Xpub['receiving'] {
  const keys = new Map<number, Uint8Array>()
  const publicKeyAt = (index: number) => {
    const key = keys.get(index) ?? receiving.publicKeyAt(index)
    keys.set(index, key)
    return key
  }
  return { publicKeyAt }
}
