import { networksAll } from '#shared/address-form.ts'
import { HDKey } from '@scure/bip32'
import { describe, expect, test } from 'vitest'
import { HDKey as ViemHdKey, hdKeyToAccount, type HDAccount } from 'viem/accounts'
import { findBitcoind, startBitcoind } from '#test/nodes/bitcoind.ts'
import type { Wallet } from '#shared/chains.ts'
import { deriveAddress } from './derive-address.ts'
import { DEMO_XPUBS } from './demo-xpubs.ts'
import { parseXpub, type Xpub } from './parse-xpub.ts'
import { tronToHex } from './tron-address.ts'

const COUNT = 1000
const SEED = new Uint8Array(32).map((_, at) => at)

function read(text: string, wallet: Wallet): Xpub {
  const result = parseXpub(text, { wallet, outputNetworks: networksAll('regtest') })
  if (result.kind !== 'xpub') throw new Error(result.message)
  return result.xpub
}

function firstAddresses(xpub: Xpub): readonly string[] {
  return Array.from({ length: COUNT }, (_, index) => deriveAddress(xpub, index))
}

describe.skipIf((await findBitcoind()) === null)('compared with a real bitcoind', () => {
  test.each(['vpub', 'upub'] as const)(
    `the first ${String(COUNT)} addresses of a %s are those of the node`,
    async (as) => {
      const node = await startBitcoind({ blocks: 0 })
      try {
        // The node reads neither vpub nor upub: it gets the key as a tpub, and the kind of script in a descriptor.
        const key = HDKey.fromMasterSeed(SEED, { public: 0x043587cf, private: 0x04358394 }).derive(
          "m/84'/1'/0'",
        )
        const text = HDKey.fromMasterSeed(SEED, {
          public: as === 'vpub' ? 0x045f1cf6 : 0x044a5262,
          private: 0,
        })
        const script = as === 'vpub' ? 'wpkh(@)' : 'sh(wpkh(@))'
        const { descriptor } = await node.rpc<{ descriptor: string }>('getdescriptorinfo', [
          script.replace('@', `${key.publicExtendedKey}/0/*`),
        ])
        const theirs = await node.rpc<string[]>('deriveaddresses', [descriptor, [0, COUNT - 1]])
        const ours = firstAddresses(read(text.derive("m/84'/1'/0'").publicExtendedKey, 'bitcoin'))
        expect(ours).toEqual(theirs)
      } finally {
        await node.stop()
      }
    },
  )
})

describe('compared with private derivation by another library', () => {
  test(`the first ${String(COUNT)} EVM addresses can be spent from with the private key of the xpub`, async () => {
    const root = ViemHdKey.fromMasterSeed(SEED)
    const xpub = read(root.derive("m/44'/60'/0'").publicExtendedKey, 'evm')
    const accounts = firstAddresses(xpub).map((address, addressIndex): [string, HDAccount] => [
      address,
      hdKeyToAccount(root, { addressIndex }),
    ])
    expect(accounts.map(([address]) => address)).toEqual(accounts.map(([, account]) => account.address))
    // A signature made with the private key is recovered to the address that the buyer saw.
    const { recoverMessageAddress } = await import('viem')
    const [address, account] = accounts[COUNT - 1] ?? []
    const signature = await account?.signMessage({ message: 'it is ours' })
    expect(await recoverMessageAddress({ message: 'it is ours', signature: signature ?? '0x' })).toBe(address)
  })

  test('Tron addresses encode the EVM addresses of the same branch in another alphabet', () => {
    const text = HDKey.fromMasterSeed(SEED).derive("m/44'/195'/0'").publicExtendedKey
    const evm = read(text, 'evm')
    const tron = read(text, 'tron')
    for (let index = 0; index < 50; index += 1) {
      expect(tronToHex(deriveAddress(tron, index))).toBe(deriveAddress(evm, index).toLowerCase())
    }
  })
})

test.each(['bitcoin', 'litecoin', 'evm', 'tron'] as const)(
  "the demo's %s key gives addresses and is not a published test key",
  (wallet) => {
    const xpub = read(DEMO_XPUBS[wallet], wallet)
    expect(xpub.isPublishedTestKey).toBe(false)
    expect(new Set([0, 1, 2].map((index) => deriveAddress(xpub, index))).size).toBe(3)
  },
)
