import { createHash } from 'node:crypto'
import { addressPath } from '#server/chain/addresses/account-path.ts'
import { descriptorOf } from '#server/chain/addresses/descriptor.ts'
import type { Xpub } from '#server/chain/addresses/parse-xpub.ts'
import { mostOf, type AccountFunds } from '#server/chain/funds/fund-reader.ts'
import { writeSpendPsbt } from '#server/chain/funds/write-spend-psbt.ts'
import { isSweepGas } from '#shared/assets.ts'
import { CHAIN_TABLE } from '#shared/chains.ts'
import { csvLine } from '#shared/csv.ts'
import { formatAmount, type Atoms } from '#shared/money.ts'
import type { Rail } from '#shared/rails.ts'
import type { AccountCosts, AccountPlan, LeftMoney, OutputBatch, OutputCosts } from './sweep-plan.ts'

/** A file of a plan. */
export interface PlanFile {
  readonly name: string
  readonly content: Uint8Array | string
}

/** What every plan states, so that a wallet that is not the shop's is noticed before it signs. */
export interface PlanContext {
  readonly rail: Rail
  readonly xpub: Xpub
  readonly to: string
  readonly madeAt: Date
  /** Fingerprint of the wallet's master key; null if unknown. */
  readonly master: string | null
}

const GAS_FILE = '1-gas.csv'
const TRANSACTIONS_FILE = '2-transactions.json'

/** The files of a sweep of outputs: one partially signed transaction for each batch, binary and as base64. */
export function outputFiles(
  context: PlanContext,
  { batches, left }: { readonly batches: readonly OutputBatch[]; readonly left: readonly LeftMoney[] },
  costs: OutputCosts,
): readonly PlanFile[] {
  const { xpub, to, master } = context
  const files = batches.flatMap((batch, at): PlanFile[] => {
    const payments = [{ address: to, atoms: batch.atoms }]
    const psbt = writeSpendPsbt({ xpub, master, outputs: batch.outputs, payments })
    const name = `sweep-${String(at + 1)}.psbt`
    return [
      { name, content: psbt.binary },
      { name: `${name}.txt`, content: `${psbt.base64}\n` },
    ]
  })
  const indexes = batches.flatMap(({ outputs }) => outputs.map(({ derivationIndex }) => derivationIndex))
  const facts = {
    ...planHead(context, indexes),
    satoshisPer1000VirtualBytes: String(costs.feeRate),
    transactions: batches.map(({ outputs, fee, atoms }, at) => ({
      file: `sweep-${String(at + 1)}.psbt`,
      inputs: outputs.map((output) => ({
        outpoint: `${output.txHash}:${String(output.index)}`,
        address: output.address,
        path: addressPath(xpub, output.derivationIndex),
        atoms: String(output.atoms),
      })),
      feeAtoms: String(fee),
      arrivesAtoms: String(atoms),
    })),
    left: leftFacts(left),
  }
  return withPlan(files, facts)
}

/** The files of a sweep of accounts: the gas that each address needs, and the unsigned transactions. */
export async function accountFiles(
  context: PlanContext,
  { moves, left }: AccountPlan,
  costs: AccountCosts,
  funds: AccountFunds,
): Promise<readonly PlanFile[]> {
  const { rail, xpub, to } = context
  const coin = CHAIN_TABLE[rail.chain].asset
  const transfers = moves.map(({ position, atoms }) => ({
    ...{ from: position.address, to, asset: rail.asset, atoms, nonce: position.nonce },
  }))
  const transactions = await funds.compose(transfers, costs.fee)
  const needy = moves.filter(({ coinMissing }) => coinMissing > 0n)
  const gas = needy.map(({ position, coinMissing }) =>
    csvLine([position.address, formatAmount(coinMissing, costs.coinDecimals), coin]),
  )
  const files: PlanFile[] = [
    ...(gas.length > 0
      ? [{ name: GAS_FILE, content: `${['address,amount,coin', ...gas].join('\n')}\n` }]
      : []),
    { name: TRANSACTIONS_FILE, content: toJson(transactions) },
  ]
  const facts = {
    ...planHead(
      context,
      moves.map(({ position }) => position.index),
    ),
    chainId: funds.chainId,
    feeOfEachAtMostAtoms: String(mostOf(costs.fee)),
    transfers: moves.map(({ position, atoms, coinMissing }, at) => ({
      from: position.address,
      path: addressPath(xpub, position.index),
      order: position.orderId,
      atoms: String(atoms),
      gasNeededFirstAtoms: String(coinMissing),
      isMoreGasThanExpected: coinMissing > 0n && !isSweepGas(rail.chain, coin, coinMissing),
      signingHash: transactions[at]?.signingHash,
    })),
    left: leftFacts(left),
  }
  return withPlan(files, facts)
}

function planHead({ rail, xpub, to, madeAt, master }: PlanContext, indexes: readonly number[]) {
  return {
    rail: rail.network,
    chain: rail.chain,
    asset: rail.asset,
    madeAt: madeAt.toISOString(),
    to,
    wallet: {
      xpubFingerprint: xpub.fingerprint,
      masterFingerprint: master,
      accountPath: xpub.path,
      descriptor: descriptorOf(xpub, '*', master),
      highestIndex: indexes.reduce((most, index) => Math.max(most, index), 0),
    },
  }
}

function leftFacts(left: readonly LeftMoney[]) {
  return left.map(({ address, index, atoms, reason }) => ({ address, index, atoms: String(atoms), reason }))
}

/** Adds `plan.json`, which says what the plan does, with the SHA-256 of every other file. */
export function withPlan(files: readonly PlanFile[], facts: object): readonly PlanFile[] {
  const sha256 = Object.fromEntries(
    files.map(({ name, content }) => [name, createHash('sha256').update(content).digest('hex')]),
  )
  return [...files, { name: 'plan.json', content: toJson({ ...facts, sha256 }) }]
}

/** JSON as a person reads it. */
export function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/** Adds amounts. */
export function sumOf(amounts: readonly Atoms[]): Atoms {
  return amounts.reduce((sum, one) => (sum + one) as Atoms, 0n as Atoms)
}
