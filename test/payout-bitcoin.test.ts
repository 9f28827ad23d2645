import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deriveChange } from '#server/chain/addresses/derive-address.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { recordRefund, withdrawRefund } from '#server/refunds/record-refund.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { findBitcoind, startBitcoind, type Bitcoind } from './nodes/bitcoind.ts'
import { walletRpc } from './nodes/wallet-rpc.ts'
import {
  PAYOUT_SETTINGS,
  planInto,
  refundState,
  storeRefund,
  TEST_POLICY,
  verifyRefunds,
} from './payout-fixture.ts'
import { ownersWallet, storeArrival } from './sweep-fixture.ts'
import { keyhold } from './keyhold.ts'
import { temporaryFolder } from './temporary-folder.ts'

const wallet = ownersWallet("m/84'/1'/0'", 'bitcoin')
const DUE = 106_650n

describe.skipIf((await findBitcoind()) === null)(
  'a payout plan of bitcoin, signed by a wallet elsewhere',
  () => {
    let database: TestDatabase
    let node: Bitcoind
    const folder = temporaryFolder()
    let settings: Readonly<Record<string, string>>
    beforeAll(async () => {
      ;[database, node] = await Promise.all([createTestDatabase(), startBitcoind()])
      settings = {
        ...PAYOUT_SETTINGS,
        DATABASE_URL: database.url,
        KEYHOLD_BITCOIN_RPC: node.url,
        KEYHOLD_BITCOIN_XPUB: wallet.account.publicExtendedKey,
        KEYHOLD_BITCOIN_NETWORK: 'regtest',
      }
      await node.rpc('createwallet', ['signer', false, true])
      await node.rpc('unloadwallet', ['signer'])
    })
    afterAll(async () => {
      await Promise.all([node.stop(), database.close()])
    })

    /** An order that was paid on the chain, whose buyer gets its money back at `to`. */
    async function refund(index: number, atoms: bigint, to: string) {
      const txHash = await node.send({ address: wallet.address(index), sats: atoms })
      const arrival = { index, network: 'bitcoin', atoms, txHash, height: 102 } as const
      return storeRefund(database.db, wallet, arrival, to, DUE)
    }

    /** Signs a file with the private key of the account, which is not on the machine of the shop. */
    async function sign(file: string): Promise<string> {
      const descriptors = await Promise.all(
        [0, 1].map(async (branch) => {
          const text = `wpkh(${wallet.account.privateExtendedKey}/${String(branch)}/*)`
          const { checksum } = await node.rpc<{ checksum: string }>('getdescriptorinfo', [text])
          return { desc: `${text}#${checksum}`, timestamp: 'now', range: [0, 20], internal: branch === 1 }
        }),
      )
      // calls that name no wallet mean the only one that is loaded
      await node.rpc('loadwallet', ['signer'])
      const signer = walletRpc(node, 'signer')
      await signer('importdescriptors', [descriptors])
      const psbt = (await readFile(file, 'utf8')).trim()
      const signed = await signer<{ psbt: string; complete: boolean }>('walletprocesspsbt', [psbt])
      expect(signed.complete).toBe(true)
      await node.rpc('unloadwallet', ['signer'])
      return (await node.rpc<{ hex: string }>('finalizepsbt', [signed.psbt])).hex
    }

    const received = async (address: string) =>
      BigInt(Math.round((await node.rpc<number>('getreceivedbyaddress', [address])) * 1e8))

    test('all refunds are paid by one signature, matched by themselves and verified; none can be paid twice', async () => {
      const buyers = [await node.address(), await node.address(), await node.address()]
      const [one, other, third] = [
        await refund(0, 50_000_000n, buyers[0] ?? ''),
        await refund(1, 200_000n, buyers[1] ?? ''),
        await refund(2, 106_650n, buyers[2] ?? ''),
      ]
      // the same buyer's second order, back to the same address
      const fourth = await refund(3, 300_000n, buyers[1] ?? '')
      const all = [one, other, third, fourth]
      // of an order that is not refunded
      const txHash = await node.send({ address: wallet.address(20), sats: 20_000_000n })
      const kept = { index: 20, network: 'bitcoin', atoms: 20_000_000n, txHash, height: 102 } as const
      await storeArrival(database.db, wallet, kept)
      await node.mine(6)

      const { text, plan } = await planInto(join(folder, 'a'), ['bitcoin', '--fee-rate', '5'], settings)
      expect(text).toContain('for 4 refunds in 1 transactions')
      expect(plan.transactions.map(({ pays }) => pays.length)).toEqual([4])
      const change = deriveChange(wallet.xpub).address
      expect(plan.changeAddress).toBe(change)

      // made again, it is the same plan: no refund is quoted or planned a second time
      const again = await planInto(join(folder, 'again'), ['bitcoin'], settings)
      expect(again.plan).toEqual(plan)
      expect(again.text).toContain('this plan was made before')
      const { db } = database
      const asStaff = { txHash: 'ab'.repeat(32), actorId: null }
      const rule = { policy: TEST_POLICY, now: systemClock() }
      for (const { refundId } of all) {
        expect(
          await db.transaction().execute((tx) => recordRefund(tx, refundId, asStaff, rule)),
        ).toMatchObject({ code: 'REFUND_PLANNED' })
        expect(
          await db.transaction().execute((tx) => withdrawRefund(tx, refundId, systemClock())),
        ).toMatchObject({ code: 'REFUND_PLANNED' })
      }
      await expect(
        db
          .insertInto('planned_payouts')
          .values({ plan_id: plan.plan, position: 0, refund_id: one.refundId, atoms: 1n })
          .execute(),
      ).rejects.toThrow(/unique/)

      for (const [at, { txHash }] of plan.transactions.entries()) {
        const hex = await sign(join(folder, 'a', `payout-${String(at + 1)}.psbt.txt`))
        // known before it was signed
        expect(await node.rpc('sendrawtransaction', [hex])).toBe(txHash)
      }
      // not in a block yet: it may still be replaced
      await keyhold(['payout', 'plan', 'bitcoin'], settings)
      expect(await refundState(db, one.refundId)).toMatchObject({ status: 'asked' })
      await node.mine(6)
      const done = await keyhold(['payout', 'plan', 'bitcoin'], settings)
      expect(done.out).toEqual(['no refund of this rail can be paid now'])
      for (const { refundId } of all)
        expect(await refundState(db, refundId)).toMatchObject({ status: 'recorded' })
      await verifyRefunds(db, 'bitcoin', settings)
      const owed = await Promise.all(all.map(async ({ refundId }) => (await refundState(db, refundId)).owed))
      for (const { refundId } of all)
        expect(await refundState(db, refundId)).toMatchObject({ status: 'verified' })
      // each gets its own share of what the transaction pays to one address
      const shares = await db.selectFrom('refund_transactions').select(['refund_id', 'atoms']).execute()
      expect(new Map(shares.map((row) => [row.refund_id, row.atoms]))).toEqual(
        new Map(all.map(({ refundId }, at) => [refundId, owed[at]])),
      )
      expect(await Promise.all(buyers.map(received))).toEqual([
        ...[owed[0], (owed[1] ?? 0n) + (owed[3] ?? 0n), owed[2]],
      ])
      const { files, closed_at: closedAt } = await db
        .selectFrom('payout_plans')
        .select(['files', 'closed_at'])
        .executeTakeFirstOrThrow()
      expect([files, closedAt === null]).toEqual([null, false])
    })

    test('after a plan was abandoned, the chain takes its transaction or that of the next plan, never both', async () => {
      const buyer = await node.address()
      const first = await refund(4, 400_000n, buyer)
      await node.mine(6)
      const earlier = await planInto(join(folder, 'b'), ['bitcoin'], settings)
      const signedBefore = await sign(join(folder, 'b', 'payout-1.psbt.txt'))
      const wrong = await keyhold(['payout', 'plan', 'bitcoin', '--abandon', crypto.randomUUID()], settings)
      expect(wrong).toMatchObject({ status: 1 })
      const abandon = ['payout', 'plan', 'bitcoin', '--abandon', earlier.plan.plan]
      expect(await keyhold(abandon, settings)).toMatchObject({ status: 0 })

      const second = await refund(5, 90_000_000n, await node.address())
      await node.mine(6)
      const later = await planInto(join(folder, 'c'), ['bitcoin'], settings)
      expect(later.plan.transactions.flatMap(({ pays }) => pays.map((one) => one.refund)).sort()).toEqual(
        [first.refundId, second.refundId].sort(),
      )
      const paysFirst = later.plan.transactions.find(({ pays }) =>
        pays.some((one) => one.refund === first.refundId),
      )
      expect(paysFirst?.inputs?.[0]).toEqual(earlier.plan.transactions[0]?.inputs?.[0])
      await node.rpc('sendrawtransaction', [await sign(join(folder, 'c', 'payout-1.psbt.txt'))])
      await node.mine(1)
      await expect(node.rpc('sendrawtransaction', [signedBefore])).rejects.toThrow()
      await keyhold(['payout', 'plan', 'bitcoin'], settings)
      await verifyRefunds(database.db, 'bitcoin', settings)
      expect(await refundState(database.db, first.refundId)).toMatchObject({ status: 'verified' })
      expect(await received(buyer)).toBe((await refundState(database.db, first.refundId)).owed)
    })

    test('what was broadcast cannot be abandoned; what was abandoned and broadcast all the same is recorded', async () => {
      const { refundId } = await refund(6, 500_000n, await node.address())
      await node.mine(6)
      const { plan } = await planInto(join(folder, 'd'), ['bitcoin'], settings)
      const hex = await sign(join(folder, 'd', 'payout-1.psbt.txt'))
      const abandon = ['payout', 'plan', 'bitcoin', '--abandon', plan.plan]
      expect(await keyhold(abandon, settings)).toMatchObject({ status: 0 })
      await planInto(join(folder, 'e'), ['bitcoin'], settings)
      await node.rpc('sendrawtransaction', [hex])
      const [open] = await database.db
        .selectFrom('payout_plans')
        .select('id')
        .where('closed_at', 'is', null)
        .execute()
      await node.mine(1)
      await keyhold(['payout', 'plan', 'bitcoin'], settings)
      expect(await refundState(database.db, refundId)).toMatchObject({ status: 'recorded' })
      expect(
        await database.db
          .selectFrom('payout_plans')
          .select('id')
          .where('id', '=', open?.id ?? '')
          .where('closed_at', 'is', null)
          .execute(),
      ).toEqual([])

      const late = await refund(7, 500_000n, await node.address())
      await node.mine(6)
      const next = await planInto(join(folder, 'f'), ['bitcoin'], settings)
      await node.rpc('sendrawtransaction', [await sign(join(folder, 'f', 'payout-1.psbt.txt'))])
      const refused = await keyhold(['payout', 'plan', 'bitcoin', '--abandon', next.plan.plan], settings)
      expect(refused.said.join()).toContain('it was broadcast')
      expect(await refundState(database.db, late.refundId)).toMatchObject({ status: 'asked' })
      await node.mine(1)
      await keyhold(['payout', 'plan', 'bitcoin'], settings)
      expect(await refundState(database.db, late.refundId)).toMatchObject({ status: 'recorded' })
    })

    test('a swept shop pays from an address of a wallet, which gets the change back', async () => {
      const { refundId } = await refund(8, 600_000n, await node.address())
      const sweep = await keyhold(
        ['sweep', 'plan', 'bitcoin', '--to', await node.address(), '--out', join(folder, 'sweep')],
        settings,
      )
      expect(sweep.status).toBe(0)
      await node.mine(1)
      await keyhold(
        ['sweep', 'plan', 'bitcoin', '--to', await node.address(), '--out', join(folder, 'swept')],
        settings,
      )
      await node.rpc('sendrawtransaction', [await sign(join(folder, 'swept', 'sweep-1.psbt.txt'))])
      await node.mine(1)
      const short = await keyhold(['payout', 'plan', 'bitcoin'], settings)
      expect(short.out.join('\n')).toContain('name an address of your wallet that has it by --from')
      const from = await node.address()
      await node.send({ address: from, sats: 5_000_000n })
      await node.mine(1)
      const { plan } = await planInto(join(folder, 'g'), ['bitcoin', '--from', from], settings)
      expect(plan.changeAddress).toBe(from)
      const psbt = (await readFile(join(folder, 'g', 'payout-1.psbt.txt'), 'utf8')).trim()
      const own = walletRpc(node, 'shop-tests')
      const signed = await own<{ psbt: string; complete: boolean }>('walletprocesspsbt', [psbt])
      expect(signed.complete).toBe(true)
      const { hex } = await node.rpc<{ hex: string }>('finalizepsbt', [signed.psbt])
      expect(await node.rpc('sendrawtransaction', [hex])).toBe(plan.transactions[0]?.txHash)
      await node.mine(6)
      await keyhold(['payout', 'plan', 'bitcoin'], settings)
      await verifyRefunds(database.db, 'bitcoin', settings)
      expect(await refundState(database.db, refundId)).toMatchObject({ status: 'verified' })
    })
  },
)
