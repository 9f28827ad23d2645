import { HDKey } from '@scure/bip32'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { findBitcoind, startBitcoind, type Bitcoind } from './nodes/bitcoind.ts'
import { walletRpc } from './nodes/wallet-rpc.ts'
import { columnByAddress, FINAL_HEIGHT, ownersWallet, storeArrival } from './sweep-fixture.ts'
import { keyhold } from './keyhold.ts'
import { temporaryFolder } from './temporary-folder.ts'

const wallet = ownersWallet("m/84'/1'/0'", 'bitcoin')

describe.skipIf((await findBitcoind()) === null)('a sweep of bitcoin, signed by a wallet elsewhere', () => {
  let database: TestDatabase
  let node: Bitcoind
  const folder = temporaryFolder()
  let settings: Readonly<Record<string, string>>
  beforeAll(async () => {
    ;[database, node] = await Promise.all([createTestDatabase(), startBitcoind()])
    settings = {
      DATABASE_URL: database.url,
      KEYHOLD_BITCOIN_RPC: node.url,
      KEYHOLD_BITCOIN_XPUB: wallet.account.publicExtendedKey,
      KEYHOLD_BITCOIN_NETWORK: 'regtest',
    }
  })
  afterAll(async () => {
    await Promise.all([node.stop(), database.close()])
  })

  async function pay(
    index: number,
    sats: readonly bigint[],
    facts: { status?: string; height?: number } = {},
  ): Promise<void> {
    const address = wallet.address(index)
    const txHash = await node.send(...sats.map((one) => ({ address, sats: one })))
    await storeArrival(database.db, wallet, {
      index,
      network: 'bitcoin',
      atoms: sats.reduce((sum, one) => sum + one, 0n),
      txHash,
      outputs: sats.length,
      height: 102,
      ...facts,
    })
  }

  test('everything free arrives, the rest stays, and the shop reports balances as they are', async () => {
    await pay(0, [50_000_000n])
    await pay(1, [600n])
    await pay(2, [2_000_000n], { status: 'review' })
    await pay(3, [3_000_000n], { height: FINAL_HEIGHT + 1 })
    await pay(4, [400_000n, 500_000n])
    await pay(5, [700_000n])
    await node.mine(6)
    const to = await node.address()
    const out = join(folder, 'plan')
    const words = ['sweep', 'plan', 'bitcoin', '--to', to, '--fee-rate', '10']

    const planned = await keyhold([...words, '--out', out], settings)
    expect(planned).toMatchObject({ status: 0, said: [] })
    expect(planned.out.join('\n')).toMatch(/^left: 0\.02 BTC on 1 addresses, the order waits/m)
    expect(planned.out.join('\n')).toMatch(/^left: 0\.03 BTC on 1 addresses, a transfer is not final/m)
    expect(planned.out.join('\n')).toMatch(/^left: 0\.000006 BTC on 1 addresses, moving it costs more/m)

    // the signer has the private key and no list of transactions; it works on the file alone
    await node.rpc('createwallet', ['signer', false, true])
    const signer = walletRpc(node, 'signer')
    const { privateExtendedKey } = wallet.account
    const { checksum } = await node.rpc<{ checksum: string }>('getdescriptorinfo', [
      `wpkh(${privateExtendedKey}/0/*)`,
    ])
    await signer('importdescriptors', [
      [{ desc: `wpkh(${privateExtendedKey}/0/*)#${checksum}`, timestamp: 'now', range: [0, 20] }],
    ])
    const unsigned = (await readFile(join(out, 'sweep-1.psbt.txt'), 'utf8')).trim()
    expect((await readFile(join(out, 'sweep-1.psbt'))).toString('base64')).toBe(unsigned)
    const signed = await signer<{ psbt: string; complete: boolean }>('walletprocesspsbt', [unsigned])
    expect(signed.complete).toBe(true)
    await node.rpc('unloadwallet', ['signer'])
    const { hex } = await node.rpc<{ hex: string }>('finalizepsbt', [signed.psbt])
    const { fee, vsize } = await feeOf(node, hex, signed.psbt)
    expect(fee / vsize).toBeGreaterThanOrEqual(10)
    expect(fee / vsize).toBeLessThan(10.5)
    await node.rpc('sendrawtransaction', [hex])
    await node.mine(1)

    expect(await node.rpc('getreceivedbyaddress', [to])).toBe((51_600_000 - fee) / 1e8)
    const exported = await keyhold(['export', 'addresses'], settings)
    const balances = columnByAddress(exported.out, 'balance', 'BTC')
    expect([0, 1, 2, 3, 4, 5].map((index) => balances.get(wallet.address(index)))).toEqual([
      ...['0', '0.000006', '0.02', '0.03', '0', '0'],
    ])
    expect(columnByAddress(exported.out, 'path', 'BTC').get(wallet.address(4))).toBe("m/84'/1'/0'/0/4")

    const again = await keyhold([...words, '--out', join(folder, 'again')], settings)
    expect(again.out.join('\n')).toContain('moves: 0 BTC in 0 transactions')
  })

  test('the descriptor of the export is accepted by bitcoind and gives the same address', async () => {
    const { out } = await keyhold(['export', 'addresses'], settings)
    const descriptor = columnByAddress(out, 'descriptor', 'BTC').get(wallet.address(5)) ?? ''
    expect(await node.rpc('deriveaddresses', [descriptor])).toEqual([wallet.address(5)])
  })

  test('with the fingerprint of the master key, paths begin there; a wrong wallet signs nothing', async () => {
    await pay(6, [900_000n])
    await node.mine(6)
    const master = wallet.master.fingerprint.toString(16).padStart(8, '0')
    const out = join(folder, 'master')
    const to = await node.address()
    await keyhold(['sweep', 'plan', 'bitcoin', '--to', to, '--out', out, '--master', master], settings)
    const psbt = (await readFile(join(out, 'sweep-1.psbt.txt'), 'utf8')).trim()
    const decoded = await node.rpc<{
      inputs: { bip32_derivs: { master_fingerprint: string; path: string }[] }[]
    }>('decodepsbt', [psbt])
    const origins = decoded.inputs.map(({ bip32_derivs: [origin] }) => origin)
    expect(origins.at(-1)).toMatchObject({ master_fingerprint: master, path: 'm/84h/1h/0h/0/6' })
    const processed = await node.rpc<{ complete: boolean }>('walletprocesspsbt', [psbt])
    expect(processed.complete).toBe(false)
    const plan = JSON.parse(await readFile(join(out, 'plan.json'), 'utf8')) as unknown
    expect(plan).toMatchObject({
      to,
      wallet: { xpubFingerprint: wallet.xpub.fingerprint, masterFingerprint: master, highestIndex: 6 },
    })
  })

  test.skipIf(!hasElectrum())(
    'Electrum signs the same file offline, and bitcoind takes what it signed',
    async () => {
      await pay(7, [1_100_000n])
      await node.mine(6)
      const [to, out] = [await node.address(), join(folder, 'electrum')]
      await keyhold(['sweep', 'plan', 'bitcoin', '--to', to, '--out', out], settings)
      const psbt = (await readFile(join(out, 'sweep-1.psbt.txt'), 'utf8')).trim()
      const { privateKey, chainCode, depth, index, parentFingerprint } = wallet.account
      if (privateKey === null || chainCode === null) throw new Error('expected a private key')
      // Electrum reads the kind of address from the prefix, SLIP-132
      const versions = { public: 0x045f1cf6, private: 0x045f18bc }
      const vprv = new HDKey({ versions, privateKey, chainCode, depth, index, parentFingerprint })
      const electrum = async (...words: readonly string[]) => {
        const flags = ['--regtest', '--offline', '-D', join(folder, 'electrum-data'), '-w', join(folder, 'w')]
        return (await promisify(execFile)('electrum', [...words, ...flags])).stdout.trim()
      }
      await electrum('restore', vprv.privateExtendedKey)
      const signed = await electrum('signtransaction', psbt)
      await node.rpc('sendrawtransaction', [signed])
      await node.mine(1)
      const exported = await keyhold(['export', 'addresses'], settings)
      expect(columnByAddress(exported.out, 'balance', 'BTC').get(wallet.address(7))).toBe('0')
    },
  )

  test('nothing is planned for an address of an order, for a wrong address, or without an answer', async () => {
    const plan = async (words: readonly string[], other: Readonly<Record<string, string>> = {}) =>
      (await keyhold(['sweep', 'plan', 'bitcoin', ...words], { ...settings, ...other })).said.join()
    expect(await plan(['--to', wallet.address(0)])).toContain('an address of an order')
    expect(await plan(['--to', 'bcrt1qnot'])).toContain('valid checksum')
    expect(await plan(['--out', folder])).toContain('--out needs --to')
    expect(await plan(['--to', await node.address(), '--out', folder])).toContain('not empty')
    expect(await plan([], { KEYHOLD_BITCOIN_RPC: 'http://127.0.0.1:1' })).toContain('nothing was written')
    expect(await plan(['--xpub', wallet.account.privateExtendedKey])).toContain('private key material')
  })

  test('a node that does not answer leaves the balance empty, which is not zero', async () => {
    const { out } = await keyhold(['export', 'addresses'], {
      ...settings,
      KEYHOLD_BITCOIN_RPC: 'http://127.0.0.1:1',
    })
    const balances = new Set(columnByAddress(out, 'balance', 'BTC').values())
    const from = new Set(columnByAddress(out, 'balance_from', 'BTC').values())
    expect([[...balances], [...from]]).toEqual([[''], ['no answer']])
  })
})

/** Debian's Electrum, which `npm test` does not install. */
function hasElectrum(): boolean {
  const isHere = existsSync('/usr/bin/electrum')
  if (!isHere) console.warn('SKIPPED: no /usr/bin/electrum; a sweep is signed by bitcoind only')
  return isHere
}

async function feeOf(node: Bitcoind, hex: string, psbt: string): Promise<{ fee: number; vsize: number }> {
  const { vsize } = await node.rpc<{ vsize: number }>('decoderawtransaction', [hex])
  const { fee } = await node.rpc<{ fee: number }>('decodepsbt', [psbt])
  return { fee: Math.round(fee * 1e8), vsize }
}
