import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toChecksumAddress } from '#server/chain/addresses/eip55.ts'
import { tronAddress, tronToHex } from '#server/chain/addresses/tron-address.ts'
import { withdrawRefund } from '#server/refunds/record-refund.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { hasAnvil, startAnvil, type Anvil } from './nodes/anvil.ts'
import { startDialectProxy, type DialectProxy } from './nodes/dialect-proxy.ts'
import { deployToken, mine, sendEth, sendToken } from './nodes/evm-wallet.ts'
import { TRON } from './nodes/proxy-dialects.ts'
import { PAYOUT_SETTINGS, planInto, refundState, storeRefund, verifyRefunds } from './payout-fixture.ts'
import { signTransaction, type UnsignedFile } from './sign-transaction.ts'
import { ownersWallet } from './sweep-fixture.ts'
import { keyhold } from './keyhold.ts'
import { temporaryFolder } from './temporary-folder.ts'

const evm = ownersWallet("m/44'/60'/0'", 'evm')
const tron = ownersWallet("m/44'/195'/0'", 'tron')
/** Indexes that no order has. */
const PAYER = 900
const OTHER_PAYER = 901
const USDT = 63_990_000n
const ETHER = 21_330_000_000_000_000n

describe.skipIf(!hasAnvil())('a payout plan of accounts, signed elsewhere', () => {
  let database: TestDatabase
  let anvil: Anvil
  let proxy: DialectProxy
  let token: string
  const folder = temporaryFolder()
  let settings: Readonly<Record<string, string>>
  let buyers = 0
  beforeAll(async () => {
    ;[database, anvil] = await Promise.all([createTestDatabase(), startAnvil()])
    proxy = await startDialectProxy({ upstream: anvil.url, dialect: TRON })
    token = await deployToken(anvil, 6)
    settings = {
      ...PAYOUT_SETTINGS,
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

  const buyer = () => toChecksumAddress(`0x${(0xb0000 + buyers++).toString(16).padStart(40, '0')}`)

  /** A paid order whose buyer gets their money back at `to`. */
  function refund(index: number, network: 'erc20' | 'ethereum' | 'trc20', to = buyer()) {
    const txHash = `0x${index.toString(16).padStart(64, '0')}`
    const atoms = network === 'ethereum' ? ETHER : USDT
    const wallet = network === 'trc20' ? tron : evm
    return storeRefund(database.db, wallet, { index, network, atoms, txHash, height: 2 }, to, atoms)
  }

  async function plan(out: string, network: string, payer = PAYER) {
    const words = [network, '--from', evm.address(payer)]
    const planned = await planInto(join(folder, out), words, settings)
    return { ...planned, unsigned: await planned.read<readonly UnsignedFile[]>('transactions.json') }
  }

  const rerun = (network: string, ...words: readonly string[]) =>
    keyhold(['payout', 'plan', network, '--from', evm.address(PAYER), ...words], settings)

  async function broadcast(signed: string): Promise<void> {
    await anvil.rpc('eth_sendRawTransaction', [signed])
  }
  const sign = (one: UnsignedFile | undefined, payer = PAYER) => {
    if (one === undefined) throw new Error('expected a transaction')
    return signTransaction(one, evm.privateKey(payer))
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
  const statuses = (refunds: readonly { readonly refundId: string }[]) =>
    Promise.all(refunds.map(async ({ refundId }) => (await refundState(database.db, refundId)).status))

  test('what the account lacks is said first; then all are paid, found by their numbers and verified', async () => {
    const all = [await refund(0, 'erc20'), await refund(1, 'erc20'), await refund(2, 'erc20')]
    const ether = await refund(3, 'ethereum')
    const poor = await rerun('erc20')
    expect(poor.out.join('\n')).toContain('lacks 191.97 USDT')
    expect(await database.db.selectFrom('payout_plans').select('id').execute()).toEqual([])
    await sendToken(anvil, token, evm.address(PAYER), 1_000_000_000n)
    await mine(anvil)
    const gasless = await rerun('erc20')
    expect(gasless.out.join('\n')).toMatch(/lacks 0\.\d+ ETH/)
    await sendEth(anvil, evm.address(PAYER), 10n ** 19n)
    await mine(anvil)

    const { text, plan: made, unsigned } = await plan('a', 'erc20')
    expect(text).toContain('pays: 191.97 USDT for 3 refunds in 3 transactions')
    expect(made.transactions.map(({ nonce }) => nonce)).toEqual([0, 1, 2])
    // the other rail's plan pays from the same account: its numbers come after
    const other = await plan('b', 'ethereum')
    expect(other.plan.transactions.map(({ nonce }) => nonce)).toEqual([3])
    const again = await plan('again', 'erc20')
    expect(again.plan).toEqual(made)

    for (const one of [...unsigned, ...other.unsigned]) await broadcast(sign(one))
    await rerun('erc20')
    expect(await statuses(all)).toEqual(['asked', 'asked', 'asked'])
    await mine(anvil)
    await rerun('erc20')
    await rerun('ethereum')
    expect(await statuses([...all, ether])).toEqual(Array.from({ length: 4 }, () => 'recorded'))
    await mine(anvil, 40)
    await settled()
    expect(await statuses([...all, ether])).toEqual(Array.from({ length: 4 }, () => 'verified'))
    for (const { pays } of made.transactions)
      for (const { address, atoms } of pays) expect(await tokens(address)).toBe(BigInt(atoms))
  })

  /** Refunds are asked about at most every 15 seconds: the time since the last question passes. */
  async function settled(): Promise<void> {
    await database.db
      .updateTable('refund_transactions')
      .set({ checked_at: null })
      .where('status', '=', 'waiting')
      .execute()
    await verifyRefunds(database.db, 'ethereum', settings)
  }

  test('after a plan was abandoned each refund keeps its number, so that it is paid by one plan or the other', async () => {
    const [first, second] = [await refund(10, 'erc20'), await refund(11, 'erc20')]
    const earlier = await plan('c', 'erc20')
    const signedBefore = earlier.unsigned.map((one) => sign(one))
    expect(await rerun('erc20', '--abandon', earlier.plan.plan)).toMatchObject({ status: 0 })
    const third = await refund(12, 'erc20')
    const later = await plan('d', 'erc20')
    const nonceOf = (made: typeof later, refundId: string) =>
      made.plan.transactions.find(({ pays }) => pays.some((one) => one.refund === refundId))?.nonce
    for (const { refundId } of [first, second])
      expect(nonceOf(later, refundId)).toBe(nonceOf(earlier, refundId))
    expect(nonceOf(later, third.refundId)).toBe(6)

    // one of the abandoned transactions is broadcast all the same: that of the new plan is refused
    await broadcast(signedBefore[0] ?? '')
    await mine(anvil)
    const sent = later.unsigned.map((one) => sign(one))
    await expect(broadcast(sent[0] ?? '')).rejects.toThrow(/nonce/i)
    for (const one of sent.slice(1)) await broadcast(one)
    await mine(anvil, 40)
    await rerun('erc20')
    await settled()
    expect(await statuses([first, second, third])).toEqual(['verified', 'verified', 'verified'])
    for (const { pays } of later.plan.transactions)
      for (const { address, atoms } of pays) expect(await tokens(address)).toBe(BigInt(atoms))
  })

  test('a number whose refund is gone is used up by a transaction that moves nothing', async () => {
    const [first, second] = [await refund(20, 'erc20'), await refund(21, 'erc20')]
    const earlier = await plan('e', 'erc20')
    const [gone, kept] = earlier.plan.transactions.map(({ pays }) => pays[0]?.refund ?? '')
    await rerun('erc20', '--abandon', earlier.plan.plan)
    await database.db.transaction().execute((tx) => withdrawRefund(tx, gone ?? '', systemClock()))
    const later = await plan('f', 'erc20')
    expect(later.plan.transactions.map(({ pays }) => pays.map((one) => one.refund))).toEqual([[], [kept]])
    for (const one of later.unsigned) await broadcast(sign(one))
    await mine(anvil, 40)
    await rerun('erc20')
    await settled()
    expect(new Set(await statuses([first, second]))).toEqual(new Set(['withdrawn', 'verified']))
  })

  test('another account does not pay what an abandoned plan may still pay; a used number is no longer in the way', async () => {
    const { refundId } = await refund(30, 'erc20')
    const earlier = await plan('g', 'erc20')
    await rerun('erc20', '--abandon', earlier.plan.plan)
    await sendToken(anvil, token, evm.address(OTHER_PAYER), 1_000_000_000n)
    await sendEth(anvil, evm.address(OTHER_PAYER), 10n ** 19n)
    await mine(anvil)
    const words = ['payout', 'plan', 'erc20', '--from', evm.address(OTHER_PAYER)]
    expect((await keyhold(words, settings)).out.join('\n')).toContain('abandoned plan may still pay it')
    // the owner uses the number for something else
    const nonce = earlier.plan.transactions[0]?.nonce ?? -1
    await sendEth(anvil, buyer(), 1n, { from: evm.address(PAYER), nonce })
    await mine(anvil)
    const again = await rerun('erc20')
    expect(again.out.join('\n')).toContain('abandoned plan may still pay it')
    await mine(anvil, 100)
    expect((await plan('h', 'erc20')).plan.transactions.map((one) => one.nonce)).toEqual([nonce + 1])
    expect(await refundState(database.db, refundId)).toMatchObject({ status: 'asked' })
  })

  test('Tron: ids are known before signing, and a plan is abandoned only after its transactions have expired', async () => {
    await refund(40, 'trc20', tronAddress(`0x${'b1'.repeat(20)}`))
    const from = tron.address(PAYER)
    await sendToken(anvil, token, tronToHex(from), 1_000_000_000n)
    await sendEth(anvil, tronToHex(from), 10n ** 19n)
    await mine(anvil, 3)
    const { plan: made } = await planInto(join(folder, 'tron'), ['trc20', '--from', from], settings)
    expect(made.transactions.map(({ nonce, pays }) => [nonce, pays.length])).toEqual([[null, 1]])
    const { tx_hash: hash } = await database.db
      .selectFrom('payout_transactions')
      .select('tx_hash')
      .where('plan_id', '=', made.plan)
      .executeTakeFirstOrThrow()
    expect(hash).toBe(made.transactions[0]?.signingHash)
    const abandon = ['payout', 'plan', 'trc20', '--abandon', made.plan]
    expect((await keyhold(abandon, settings)).said.join()).toContain('may be mined until they expire')
  })
})
