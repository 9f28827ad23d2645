import { scriptOfAddress } from '#server/chain/addresses/bitcoin-address.ts'
import { addressNetworkOf, deriveChange } from '#server/chain/addresses/derive-address.ts'
import type { Xpub } from '#server/chain/addresses/parse-xpub.ts'
import type { OutputFunds } from '#server/chain/funds/fund-reader.ts'
import {
  frameVbytes,
  inputVbytes,
  outputVbytes,
  writeSpendPsbt,
  type SpentOutput,
} from '#server/chain/funds/write-spend-psbt.ts'
import { loadOutputs } from '#server/sweep/load-positions.ts'
import { sumOf, type PlanFile } from '#server/sweep/sweep-files.ts'
import { atoms } from '#shared/money.ts'
import { anchorAfter, readAbandoned } from './earlier-plans.ts'
import { payoutFacts, withPayoutPlan } from './payout-files.ts'
import {
  outpointOf,
  planOutputPayouts,
  type AnchoredRefund,
  type LeftRefund,
  type OutputPayout,
  type PayoutRefund,
} from './payout-plan.ts'
import type { PayoutDeps, PayoutDraft, PayoutRequest } from './payout-draft.ts'

/** Thrown if an address cannot be spent from by a transaction whose id is known before it is signed. */
export class UnsuitableAddressError extends Error {
  constructor() {
    super('expected a native segwit address of one key (P2WPKH or P2TR), which pays and gets the change back')
    this.name = 'UnsuitableAddressError'
  }
}

/** Writes the payouts of refunds in Bitcoin: from coins at the shop's addresses, or at one address of a wallet. */
export async function draftOutputPayouts(
  deps: PayoutDeps & { readonly funds: OutputFunds },
  request: PayoutRequest,
  refunds: readonly PayoutRefund[],
): Promise<PayoutDraft> {
  const { funds } = deps
  const { rail, xpub, from, master } = request
  if (xpub === null) throw new RangeError(`expected an extended public key of ${rail.chain}`)
  const network = addressNetworkOf(xpub)
  const coins = await coinsOf(deps, xpub, from)
  const { anchored, left: waiting } = await anchorsOf(deps, request, refunds)
  const changeAddress = request.change ?? from ?? deriveChange(xpub).address
  const feeRate = request.feeRate ?? (await funds.feeRate())
  const { payouts, left } = planOutputPayouts(anchored, coins, {
    feeRate,
    inputVbytes: inputVbytes(from === null ? xpub : { script: 'p2wpkh' }),
    frameVbytes: frameVbytes(changeAddress, network),
    outputVbytes: (address) => outputVbytes(address, network),
  })
  const psbts = payouts.map((payout) =>
    writeSpendPsbt({ xpub, master, outputs: payout.coins, payments: paymentsOf(payout, changeAddress) }),
  )
  const transactions = payouts.map(({ refunds: paid, coins: spent }, at) => ({
    nonce: null,
    inputs: spent.map(outpointOf),
    txHash: psbts[at]?.txHash ?? null,
    refunds: paid,
  }))
  const changes = sumOf(payouts.map(({ change }) => change))
  const files = psbts.flatMap(({ binary, base64 }, at): PlanFile[] => [
    { name: nameOf(at), content: binary },
    { name: `${nameOf(at)}.txt`, content: `${base64}\n` },
  ])
  const unpaid = anchored.filter(({ id }) => left.some((one) => one.id === id && one.reason === 'no-money'))
  const have = coins.reduce((sum, one) => sum + one.atoms, 0n)
  const owed = sumOf(anchored.map((one) => one.atoms))
  return {
    transactions,
    left: [...waiting, ...left],
    missing:
      payouts.length > 0 || unpaid.length === 0
        ? null
        : { address: from, atoms: atoms(owed > have ? owed - have : 0n), coin: atoms(0n) },
    fees: sumOf(payouts.map(({ fee }) => fee)),
    change: changes > 0n ? { address: changeAddress, atoms: changes } : null,
    from,
    expiresAt: null,
    // its hashes are known: no block is searched
    height: 0,
    files: (planId, head) =>
      withPayoutPlan(files, {
        ...payoutFacts(planId, rail, head),
        from: from ?? 'coins at the addresses of orders',
        wallet: { xpubFingerprint: xpub.fingerprint, masterFingerprint: master, accountPath: xpub.path },
        changeAddress,
        satoshisPer1000VirtualBytes: String(feeRate),
        transactions: payouts.map((payout, at) => ({
          file: nameOf(at),
          txHash: psbts[at]?.txHash,
          inputs: payout.coins.map((coin) => ({ outpoint: outpointOf(coin), atoms: String(coin.atoms) })),
          feeAtoms: String(payout.fee),
          changeAtoms: String(payout.change),
          pays: payout.refunds,
        })),
      }),
  }
}

function nameOf(at: number): string {
  return `payout-${String(at + 1)}.psbt`
}

function paymentsOf({ refunds, change }: OutputPayout, changeAddress: string) {
  const paid = refunds.map(({ address, atoms: owed }) => ({ address, atoms: owed }))
  return change > 0n ? [...paid, { address: changeAddress, atoms: change }] : paid
}

async function coinsOf(
  { db, funds }: PayoutDeps & { readonly funds: OutputFunds },
  xpub: Xpub,
  from: string | null,
): Promise<readonly SpentOutput[]> {
  if (from === null) {
    const positions = await loadOutputs(db, funds, xpub)
    return positions.flatMap(({ index, outputs, left }) =>
      left === null ? outputs.map((output) => ({ ...output, derivationIndex: index })) : [],
    )
  }
  const script = scriptOfAddress(from, addressNetworkOf(xpub))
  const isOfOneKey =
    (script[0] === 0x00 && script.length === 22) || (script[0] === 0x51 && script.length === 34)
  if (!isOfOneKey) throw new UnsuitableAddressError()
  return (await funds.unspentOf(from)).map((output) => ({ ...output, derivationIndex: null }))
}

/** Ties refunds of abandoned plans to an outpoint of theirs. */
async function anchorsOf(
  { db, funds, reader }: PayoutDeps & { readonly funds: OutputFunds },
  { rail }: PayoutRequest,
  refunds: readonly PayoutRefund[],
): Promise<{ readonly anchored: readonly AnchoredRefund[]; readonly left: readonly LeftRefund[] }> {
  const abandoned = await readAbandoned(db, rail)
  const spent = await funds.spent([
    ...new Set([...abandoned.values()].flatMap((one) => one.inputs.slice(0, 1))),
  ])
  const anchored: AnchoredRefund[] = []
  const left: LeftRefund[] = []
  for (const refund of refunds) {
    const earlier = abandoned.get(refund.id)
    const place =
      earlier === undefined ? { kind: 'free' as const } : await anchorAfter(reader, earlier, spent)
    if (place.kind === 'wait') left.push({ id: refund.id, orderId: refund.orderId, reason: 'earlier-plan' })
    else anchored.push({ ...refund, anchor: place.kind === 'at' ? place.position : null })
  }
  return { anchored, left }
}
