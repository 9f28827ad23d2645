import compiled from '#test/tokens/compiled.json' with { type: 'json' }
import type { Anvil } from './anvil.ts'

/** Actions of a wallet, an exchange or an attacker on a test chain. Nothing is mined unless a comment says so. */
export interface Payout {
  readonly to: string
  readonly atoms: bigint
}

type ContractName = keyof typeof compiled.contracts

const GAS = '0x1e8480' // 2,000,000: more than any transaction here needs, so no estimate is requested
const ISSUE = 10n ** 30n

/** The contracts of each chain, deployed at first use. */
const contractsOf = new WeakMap<Anvil, Map<ContractName, Promise<string>>>()

/** Mines blocks, one second of chain time apart. Fifty take some 20 ms, a thousand take seconds: use a proxy's shift for long histories. */
export async function mine(anvil: Anvil, blocks = 1): Promise<void> {
  await anvil.rpc('anvil_mine', [quantity(BigInt(blocks)), '0x1'])
}

/** Returns the height of the newest block. */
export async function height(anvil: Anvil): Promise<number> {
  return Number(await anvil.rpc('eth_blockNumber'))
}

/** Deploys a USDT-like token (`transfer` returns nothing); the first account has 10^30 atoms. Mines. */
export async function deployToken(anvil: Anvil, decimals: number): Promise<string> {
  const token = await deploy(anvil, 'TestTether', word(BigInt(decimals)))
  await call(anvil, token, compiled.contracts.TestTether.methods['mint(address,uint256)'], [
    sender(anvil),
    ISSUE,
  ])
  await mine(anvil)
  return token
}

/** Sets Tether's transfer fee, which is 0 on mainnet, in hundredths of a percent. */
export function setTokenFee(anvil: Anvil, token: string, basisPoints: bigint): Promise<string> {
  return call(anvil, token, compiled.contracts.TestTether.methods['setFee(uint256)'], [basisPoints])
}

/** Returns the transaction's hash, as every sending function here does. */
export function sendToken(anvil: Anvil, token: string, to: string, atoms: bigint): Promise<string> {
  return call(anvil, token, compiled.contracts.TestTether.methods['transfer(address,uint256)'], [to, atoms])
}

export interface EthOptions {
  /** Default: the first account. Any address can send, because it is impersonated. */
  readonly from?: string
  /** Replaces a pending transaction with the same nonce if the price is at least a tenth higher. */
  readonly nonce?: number
  readonly gasPrice?: bigint
}

/** Sends a plain transfer. */
export async function sendEth(
  anvil: Anvil,
  to: string,
  atoms: bigint,
  options: EthOptions = {},
): Promise<string> {
  const from = options.from ?? sender(anvil)
  if (!anvil.accounts.includes(from)) await anvil.rpc('anvil_impersonateAccount', [from])
  return hashOf(
    await anvil.rpc('eth_sendTransaction', [
      {
        from,
        to,
        value: quantity(atoms),
        gas: options.from === undefined ? GAS : '0x5208',
        ...(options.nonce === undefined ? {} : { nonce: quantity(BigInt(options.nonce)) }),
        ...(options.gasPrice === undefined ? {} : { gasPrice: quantity(options.gasPrice) }),
      },
    ]),
  )
}

/** Pays ether from a contract, as exchanges do: no plain transfer, no log, only the balance shows it. */
export async function sendEthByContract(anvil: Anvil, to: string, atoms: bigint): Promise<string> {
  const forwarder = await contract(anvil, 'EtherForwarder')
  return call(anvil, forwarder, compiled.contracts.EtherForwarder.methods['forward(address)'], [to], atoms)
}

/** Sends a plain transfer that fails but is still in its block with its value. Mines one block. */
export async function sendEthReverted(anvil: Anvil, to: string, atoms: bigint): Promise<string> {
  await anvil.rpc('anvil_setCode', [to, '0x60006000fd']) // revert(0, 0)
  const hash = await sendEth(anvil, to, atoms)
  await mine(anvil)
  await anvil.rpc('anvil_setCode', [to, '0x'])
  return hash
}

/** Sends two or more token transfers in one transaction, also to one address. Mines one block to fund the sending contract. */
export async function sendTwoInOneTransaction(
  anvil: Anvil,
  token: string,
  payouts: readonly Payout[],
): Promise<string> {
  const batch = await contract(anvil, 'BatchSender')
  const sum = payouts.reduce((total, payout) => total + payout.atoms, 0n)
  await sendToken(anvil, token, batch, sum)
  await mine(anvil)
  const head = [token, 96n, BigInt(128 + 32 * payouts.length)]
  const count = BigInt(payouts.length)
  const lists = [
    count,
    ...payouts.map((payout) => payout.to),
    count,
    ...payouts.map((payout) => payout.atoms),
  ]
  return call(anvil, batch, compiled.contracts.BatchSender.methods['send(address,address[],uint256[])'], [
    ...head,
    ...lists,
  ])
}

/** Emits a log like that of a USDT transfer, from another contract with the same name. */
export async function sendFakeToken(anvil: Anvil, to: string, atoms: bigint): Promise<string> {
  const fake = await contract(anvil, 'FakeTether')
  const { methods } = compiled.contracts.FakeTether
  return call(anvil, fake, methods['shout(address,address,uint256)'], [sender(anvil), to, atoms])
}

/** Replaces a pending transfer with one to another address, so the first is never mined. @returns the replacement's hash. */
export async function dropAndReplace(
  anvil: Anvil,
  txHash: string,
  to: string,
  atoms: bigint,
): Promise<string> {
  const old = (await anvil.rpc('eth_getTransactionByHash', [txHash])) as {
    nonce: string
    maxFeePerGas?: string
    gasPrice?: string
  }
  const price = BigInt(old.maxFeePerGas ?? old.gasPrice ?? '0x0') * 2n
  return sendEth(anvil, to, atoms, { nonce: Number(old.nonce), gasPrice: price })
}

/** A transaction to include in the new branch, `block` blocks above the fork (0 is the first). */
export interface Reincluded {
  readonly txHash: string
  readonly block: number
}

/** Replaces the last `depth` blocks with as many others, which contain only the transactions in `keep`. All others are gone. */
export async function reorg(anvil: Anvil, depth: number, keep: readonly Reincluded[] = []): Promise<void> {
  const raws = await Promise.all(
    keep.map(async ({ txHash, block }) => [await anvil.rpc('eth_getRawTransactionByHash', [txHash]), block]),
  )
  await anvil.rpc('anvil_reorg', [depth, raws])
}

/** Deploys every contract that payments use, so that no reorganisation of later blocks removes one. Mines. */
export async function deployWallet(anvil: Anvil): Promise<void> {
  for (const name of ['EtherForwarder', 'BatchSender', 'FakeTether'] as const) await contract(anvil, name)
}

function contract(anvil: Anvil, name: ContractName): Promise<string> {
  const known = contractsOf.get(anvil) ?? new Map<ContractName, Promise<string>>()
  contractsOf.set(anvil, known)
  const deployed = known.get(name) ?? deploy(anvil, name)
  known.set(name, deployed)
  return deployed
}

async function deploy(anvil: Anvil, name: ContractName, argument = ''): Promise<string> {
  const data = compiled.contracts[name].bytecode + argument
  const hash = hashOf(await anvil.rpc('eth_sendTransaction', [{ from: sender(anvil), data, gas: GAS }]))
  await mine(anvil)
  const receipt = (await anvil.rpc('eth_getTransactionReceipt', [hash])) as {
    contractAddress: string
    status: string
  }
  if (receipt.status !== '0x1') throw new Error(`expected ${name} to be deployed`)
  return receipt.contractAddress
}

async function call(
  anvil: Anvil,
  to: string,
  method: string,
  words: readonly (string | bigint)[],
  value = 0n,
): Promise<string> {
  const data = method + words.map(word).join('')
  const transaction = { from: sender(anvil), to, data, gas: GAS, value: quantity(value) }
  return hashOf(await anvil.rpc('eth_sendTransaction', [transaction]))
}

function sender(anvil: Anvil): string {
  const [first] = anvil.accounts
  if (first === undefined) throw new Error('expected anvil to have accounts')
  return first
}

function hashOf(answer: unknown): string {
  if (typeof answer !== 'string') throw new Error('expected a transaction hash')
  return answer
}

/** Encodes an address or a number as a call's argument: 32 bytes without 0x. */
function word(value: string | bigint): string {
  return BigInt(value).toString(16).padStart(64, '0')
}

function quantity(value: bigint): string {
  return `0x${value.toString(16)}`
}
