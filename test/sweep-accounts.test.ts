import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseTransaction, type TransactionSerializableEIP1559 } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toChecksumAddress } from '#server/chain/addresses/eip55.ts'
import { tronAddress, tronToHex } from '#server/chain/addresses/tron-address.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { hasAnvil, startAnvil, type Anvil } from './nodes/anvil.ts'
import { startDialectProxy, type DialectProxy } from './nodes/dialect-proxy.ts'
import { deployToken, mine, sendEth, sendToken } from './nodes/evm-wallet.ts'
import { TRON } from './nodes/proxy-dialects.ts'
import { signTransaction, type UnsignedFile } from './sign-transaction.ts'
import { columnByAddress, ownersWallet, storeArrival } from './sweep-fixture.ts'
import { keyhold } from './keyhold.ts'
import { temporaryFolder } from './temporary-folder.ts'

interface Plan {
  readonly transfers: readonly { readonly from: string; readonly gasNeededFirstAtoms: string }[]
  readonly sha256: Readonly<Record<string, string>>
}

const evm = ownersWallet("m/44'/60'/0'", 'evm')
const tron = ownersWallet("m/44'/195'/0'", 'tron')
const COLD = toChecksumAddress(`0x${'c0'.repeat(20)}`)

describe.skipIf(!hasAnvil())('a sweep of accounts, signed elsewhere', () => {
  let database: TestDatabase
  let anvil: Anvil
  let proxy: DialectProxy
  let token: string
  const folder = temporaryFolder()
  let settings: Readonly<Record<string, string>>
  beforeAll(async () => {
    ;[database, anvil] = await Promise.all([createTestDatabase(), startAnvil()])
    proxy = await startDialectProxy({ upstream: anvil.url, dialect: TRON })
    token = await deployToken(anvil, 6)
    settings = {
      DATABASE_URL: database.url,
      KEYHOLD_ETHEREUM_RPC: anvil.url,
      KEYHOLD_ETHEREUM_CHAIN_ID: String(anvil.chainId),
      KEYHOLD_USDT_ERC20: token,
      KEYHOLD_EVM_XPUB: evm.account.publicExtendedKey,
      KEYHOLD_TRON_RPC: proxy.url,
      KEYHOLD_TRON_CHAIN_ID: String(anvil.chainId),
      KEYHOLD_USDT_TRC20: tronAddress(token),
      KEYHOLD_TRON_XPUB: tron.account.publicExtendedKey,
    }
  })
  afterAll(async () => {
    await proxy.stop()
    await Promise.all([anvil.stop(), database.close()])
  })

  /** Sends money to an order's address, and stores the order as paid by it. */
  async function pay(
    index: number,
    network: 'erc20' | 'ethereum' | 'trc20',
    atoms: bigint,
    status = 'confirmed',
  ) {
    const wallet = network === 'trc20' ? tron : evm
    const to = network === 'trc20' ? tronToHex(wallet.address(index)) : wallet.address(index)
    const txHash =
      network === 'ethereum' ? await sendEth(anvil, to, atoms) : await sendToken(anvil, token, to, atoms)
    await mine(anvil)
    await storeArrival(database.db, wallet, { index, network, atoms, txHash, height: 2, status })
  }

  const planned = async (out: string, ...words: readonly string[]) => {
    const result = await keyhold(['sweep', 'plan', ...words, '--out', join(folder, out)], settings)
    expect(result.said).toEqual([])
    const read = async <T>(name: string) => JSON.parse(await readFile(join(folder, out, name), 'utf8')) as T
    return {
      text: result.out.join('\n'),
      plan: await read<Plan>('plan.json'),
      transactions: await read<readonly UnsignedFile[]>('2-transactions.json'),
      gas: () => readFile(join(folder, out, '1-gas.csv'), 'utf8'),
    }
  }

  const tokens = async (address: string) =>
    BigInt(
      String(
        await anvil.rpc('eth_call', [
          { to: token, data: `0x70a08231${address.slice(2).toLowerCase().padStart(64, '0')}` },
          'latest',
        ]),
      ),
    )
  const ether = async (address: string) =>
    BigInt(String(await anvil.rpc('eth_getBalance', [address, 'latest'])))

  test('USDT: gas is sent first, then every token arrives; what waits for staff and dust stays', async () => {
    for (const index of [0, 1, 2]) await pay(index, 'erc20', 64_000_000n + BigInt(index))
    await pay(3, 'erc20', 9_000_000n, 'review')
    await pay(4, 'erc20', 90_000n)
    await sendEth(anvil, evm.address(2), 10n ** 12n)
    await mine(anvil)
    const { text, plan, transactions, gas } = await planned('usdt', 'erc20', '--to', COLD)
    expect(text).toContain('moves: 192.000003 USDT in 3 transactions')
    expect(text).toContain('left: 9 USDT on 1 addresses, the order waits')
    expect(text).toContain('left: 0.09 USDT on 1 addresses, moving it costs more')
    expect(plan.transfers.map(({ from }) => from)).toEqual([0, 1, 2].map((index) => evm.address(index)))

    // nothing can be sent before the gas has arrived
    await expect(send(transactions[0])).rejects.toThrow(/insufficient funds/i)
    const lines = (await gas()).trim().split('\n').slice(1)
    expect(lines).toHaveLength(3)
    for (const line of lines) {
      const [address = '', amount = ''] = line.split(',')
      await sendEth(anvil, address, BigInt(Math.round(Number(amount) * 1e18)) + 1000n)
    }
    await mine(anvil)
    for (const one of transactions) await send(one)
    await mine(anvil)
    expect(await tokens(COLD)).toBe(192_000_003n)
    expect(await Promise.all([0, 1, 2, 3, 4].map((index) => tokens(evm.address(index))))).toEqual([
      ...[0n, 0n, 0n, 9_000_000n, 90_000n],
    ])
    const { out } = await keyhold(['export', 'addresses'], settings)
    const balances = columnByAddress(out, 'balance', 'USDT')
    expect([0, 3].map((index) => balances.get(evm.address(index)))).toEqual(['0', '9'])
    const again = await planned('usdt-again', 'erc20', '--to', COLD)
    expect(again.transactions).toEqual([])
  })

  test('ether: each address sends what its fee leaves, but not where a token needs it', async () => {
    await pay(10, 'ethereum', 10n ** 18n)
    await pay(11, 'ethereum', 2n * 10n ** 18n)
    await pay(12, 'ethereum', 10n ** 18n)
    await sendToken(anvil, token, evm.address(12), 5_000_000n)
    await pay(13, 'ethereum', 10n ** 12n)
    const before = await ether(COLD)
    const { text, transactions } = await planned('ether', 'ethereum', '--to', COLD)
    // what is left of the gas of another test may be among them
    const senders = transactions.map(({ from }) => from)
    expect(senders).toEqual(expect.arrayContaining([10, 11].map((index) => evm.address(index))))
    for (const index of [12, 13]) expect(senders).not.toContain(evm.address(index))
    expect(text).toMatch(/left: .* ETH on 1 addresses, the address also holds a token/)
    for (const one of transactions) await send(one)
    await mine(anvil)
    const arrived = (await ether(COLD)) - before
    expect(arrived).toBeGreaterThan(2_999_000_000_000_000_000n)
    for (const index of [10, 11]) expect(await ether(evm.address(index))).toBeLessThan(10n ** 15n)
    expect(await ether(evm.address(12))).toBe(10n ** 18n)
  })

  test('a transaction that waits to be mined keeps its address out of a plan', async () => {
    await pay(20, 'ethereum', 10n ** 18n)
    await sendEth(anvil, COLD, 1n, { from: evm.address(20) })
    const { text, transactions } = await planned('waiting', 'ethereum', '--to', COLD)
    expect(transactions.map(({ from }) => from)).not.toContain(evm.address(20))
    expect(text).toContain('a transaction of the address is not mined yet')
    await mine(anvil)
  })

  test('Tron: a transaction says what its bytes and its id say, and is signed by the key of its address', async () => {
    await pay(0, 'trc20', 64_000_000n)
    const cold = tronAddress(COLD)
    const { transactions, plan } = await planned('tron', 'trc20', '--to', cold)
    expect(transactions).toHaveLength(1)
    const [one] = transactions
    const { raw_data, raw_data_hex, txID } = one?.transaction as {
      raw_data: {
        contract: { parameter: { value: Record<string, string>; type_url: string }; type: string }[]
        fee_limit: number
        expiration: number
        timestamp: number
        ref_block_bytes: string
        ref_block_hash: string
      }
      raw_data_hex: string
      txID: string
    }
    expect(bytesToHex(sha256(hexToBytes(raw_data_hex)))).toBe(txID)
    const raw = readProtobuf(hexToBytes(raw_data_hex))
    expect(raw.map(([number]) => number)).toEqual([1, 4, 8, 11, 14, 18])
    expect([bytesOf(raw, 1), bytesOf(raw, 4)]).toEqual([raw_data.ref_block_bytes, raw_data.ref_block_hash])
    expect([numberOf(raw, 8), numberOf(raw, 14), numberOf(raw, 18)]).toEqual([
      raw_data.expiration,
      raw_data.timestamp,
      raw_data.fee_limit,
    ])
    const contract = readProtobuf(hexToBytes(bytesOf(raw, 11)))
    expect(numberOf(contract, 1)).toBe(31)
    const any = readProtobuf(hexToBytes(bytesOf(contract, 2)))
    const [{ parameter, type } = { parameter: { value: {}, type_url: '' }, type: '' }] = raw_data.contract
    expect([type, Buffer.from(bytesOf(any, 1), 'hex').toString()]).toEqual([
      'TriggerSmartContract',
      parameter.type_url,
    ])
    const call = readProtobuf(hexToBytes(bytesOf(any, 2)))
    expect({
      owner_address: bytesOf(call, 1),
      contract_address: bytesOf(call, 2),
      data: bytesOf(call, 4),
    }).toEqual(parameter.value)
    expect(parameter.value).toEqual({
      owner_address: `41${tronToHex(tron.address(0)).slice(2)}`,
      contract_address: `41${token.slice(2).toLowerCase()}`,
      data: `a9059cbb${COLD.slice(2).toLowerCase().padStart(64, '0')}${(64_000_000).toString(16).padStart(64, '0')}`,
    })
    expect(plan.transfers[0]?.gasNeededFirstAtoms).toMatch(/^\d+$/)
    // no Tron node is to be had here: the call is run as its contract would run it, from the address that signs it
    const signature = secp256k1.sign(hexToBytes(txID), tron.privateKey(0), {
      prehash: false,
      format: 'recovered',
    })
    const signer = secp256k1.Signature.fromBytes(signature, 'recovered').recoverPublicKey(hexToBytes(txID))
    const address = bytesToHex(keccak_256(signer.toBytes(false).subarray(1)).subarray(12))
    expect(`41${address}`).toBe(parameter.value['owner_address'])
    const from = `0x${address}`
    await sendEth(anvil, from, 10n ** 18n)
    await anvil.rpc('anvil_impersonateAccount', [from])
    await mine(anvil)
    const before = await tokens(COLD)
    await anvil.rpc('eth_sendTransaction', [
      { from, to: token, data: `0x${String(parameter.value['data'])}` },
    ])
    await mine(anvil)
    expect((await tokens(COLD)) - before).toBe(64_000_000n)
  })

  /** Signs with the key of the address, which only the owner has, and broadcasts. */
  async function send(one: UnsignedFile | undefined): Promise<void> {
    if (one === undefined) throw new Error('expected a transaction')
    // another implementation reads the bytes and finds the fields of the JSON in them
    const parsed = parseTransaction(one.unsigned) as TransactionSerializableEIP1559
    expect(parsed.to?.toLowerCase()).toBe(String(one.transaction['to']).toLowerCase())
    expect([parsed.chainId, parsed.nonce ?? 0, parsed.value ?? 0n]).toEqual([
      Number(one.transaction['chainId']),
      Number(one.transaction['nonce']),
      BigInt(String(one.transaction['value'])),
    ])
    expect(bytesToHex(keccak_256(hexToBytes(one.unsigned.slice(2))))).toBe(one.signingHash.slice(2))
    const index = Array.from({ length: 30 }, (_, at) => at).find((at) => evm.address(at) === one.from)
    const signed = signTransaction(one, evm.privateKey(index ?? -1))
    await anvil.rpc('eth_sendRawTransaction', [signed])
  }
})

type Field = readonly [number: number, value: bigint | Uint8Array]

/** A small reader of Protocol Buffers, written apart from the one that writes them. */
function readProtobuf(bytes: Uint8Array): readonly Field[] {
  const fields: Field[] = []
  let at = 0
  const varint = () => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++] ?? 0
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  while (at < bytes.length) {
    const tag = Number(varint())
    if ((tag & 7) === 0) fields.push([tag >> 3, varint()])
    else {
      const length = Number(varint())
      fields.push([tag >> 3, bytes.slice(at, at + length)])
      at += length
    }
  }
  return fields
}

function bytesOf(fields: readonly Field[], number: number): string {
  const value = fields.find(([one]) => one === number)?.[1]
  return value instanceof Uint8Array ? bytesToHex(value) : ''
}

function numberOf(fields: readonly Field[], number: number): number {
  return Number(fields.find(([one]) => one === number)?.[1])
}
