import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import type { OutputChainId } from '#shared/chains.ts'
import { createJsonRpc } from '#server/chain/json-rpc.ts'
import { until } from '#test/until.ts'

/** One output of a transaction; several outputs may have the same address. */
interface Output {
  readonly address: string
  readonly sats: bigint
}

/** A real bitcoind in regtest, or a program derived from it, with a wallet that has coins. */
export interface Bitcoind {
  /** `http://user:pass@127.0.0.1:port`, as in KEYHOLD_BITCOIN_RPC. Unchanged by {@link Bitcoind.down} and `up`. */
  readonly url: string
  /** Calls the node; the result is typed by the caller. @throws NodeFault if the node rejects the call. */
  rpc<Result = unknown>(method: string, params?: readonly unknown[]): Promise<Result>
  /** Mines blocks with everything in the mempool, whose new coins are nobody's; the hash of the newest block is the last. */
  mine(blocks?: number): Promise<readonly string[]>
  /** Returns a new address of the wallet. */
  address(): Promise<string>
  /** Pays from the wallet: outputs in the given order, then change; signals replaceability. Returns the transaction's id. */
  send(...outputs: readonly Output[]): Promise<string>
  /** Spends the inputs of `txid` with a higher fee to other outputs. Returns the new transaction's id. */
  replaceByFee(txid: string, ...outputs: readonly Output[]): Promise<string>
  /**
   * Removes the newest `depth` blocks and mines `depth + 1` others in their place.
   *
   * @param keep ids of transactions that the first new block contains; all others return to the mempool.
   */
  reorg(depth: number, keep?: readonly string[]): Promise<void>
  /** Connects the two nodes; resolves when both report the connection. */
  connect(other: Bitcoind): Promise<void>
  /** Closes every connection and rejects new ones, until {@link Bitcoind.connect}. */
  disconnect(): Promise<void>
  /** `127.0.0.1:port` for other nodes. */
  readonly peerAddress: string
  /** Stops the process; the chain stays on disk. */
  down(): Promise<void>
  /** Starts it again at the same addresses. */
  up(...flags: readonly string[]): Promise<void>
  /** Stops the process and removes its files. */
  stop(): Promise<void>
}

export interface BitcoindOptions {
  /** The chain whose program is started, default Bitcoin's. */
  readonly chain?: OutputChainId
  /** Blocks mined at the start, the first 150 to the wallet; default 101: one coin is mature. 0 leaves the chain empty. */
  readonly blocks?: number
  /** Additional flags of bitcoind. */
  readonly flags?: readonly string[]
}

interface Program {
  readonly name: string
  /** A script that prints its path, and the script's arguments. */
  readonly script: readonly string[]
  /** Flags that other programs do not have. */
  readonly flags: readonly string[]
  /** Whether `generateblock` works; with extension blocks it does not. */
  readonly mayChoose: boolean
}

const scripts = path.join(import.meta.dirname, '../../scripts')
const PROGRAMS: Readonly<Record<OutputChainId, Program>> = {
  bitcoin: {
    name: 'bitcoind',
    script: [path.join(scripts, 'get-bitcoind.sh')],
    flags: ['-unsafesqlitesync'],
    mayChoose: true,
  },
  litecoin: {
    name: 'litecoind',
    script: [
      path.join(scripts, 'get-debian-program.sh'),
      'litecoind',
      'usr/lib/litecoin/litecoind',
      '-version',
    ],
    // as bitcoind's defaults
    flags: ['-dustrelayfee=0.00003', '-mempoolreplacement=1'],
    mayChoose: false,
  },
}
const binaries = new Map<OutputChainId, Promise<string | null>>()

/**
 * Returns the path of a chain's program, fetched on the first call in a new checkout; null if none is available. The reason
 * is printed to standard error, so that no suite is skipped silently: `describe.skipIf((await findBitcoind()) === null)`.
 */
export function findBitcoind(chain: OutputChainId = 'bitcoin'): Promise<string | null> {
  const { name, script } = PROGRAMS[chain]
  const found =
    binaries.get(chain) ??
    promisify(execFile)('bash', script).then(
      ({ stdout }) => stdout.trim(),
      (thrown: unknown) => {
        const error = thrown as Error & { code?: unknown; stderr?: string }
        if (error.code !== 3) throw error
        process.stderr.write(`\nSKIPPED, every test on a real ${name}: ${error.stderr ?? ''}\n`)
        return null
      },
    )
  binaries.set(chain, found)
  return found
}

/** Starts a node with a new chain in a temporary folder, on free ports of the loopback interface. */
export async function startBitcoind(options: BitcoindOptions = {}): Promise<Bitcoind> {
  const { chain = 'bitcoin' } = options
  const program = await findBitcoind(chain)
  if (program === null) throw new Error('expected a bitcoind; ask findBitcoind() and skip where it is null')
  const folder = await mkdtemp(path.join(tmpdir(), 'keyhold-bitcoind-'))
  const [rpcPort, peerPort] = await freePorts()
  const url = `http://keyhold:regtest@127.0.0.1:${String(rpcPort)}`
  const node = createJsonRpc({ url, timeoutMs: 60_000, maxResponseBytes: 256 * 1024 * 1024 })
  const rpc = async <Result>(method: string, params: readonly unknown[] = []): Promise<Result> =>
    (await node.call(method, params)) as Result
  const flags = [
    ...['-regtest', `-datadir=${folder}`, '-server', '-printtoconsole=1', '-debuglogfile=0'],
    ...[`-rpcport=${String(rpcPort)}`, '-rpcuser=keyhold', '-rpcpassword=regtest'],
    ...['-listen=1', `-bind=127.0.0.1:${String(peerPort)}`, '-connect=0', '-dnsseed=0', '-listenonion=0'],
    ...['-txindex=1', '-fallbackfee=0.0001', '-keypool=1', '-par=1', '-dbcache=16', '-rpcworkqueue=1000'],
    // on regtest the node checks its own data after every block and transaction, which is most of its work
    ...['-checkblockindex=0', '-checkmempool=0', ...PROGRAMS[chain].flags],
    ...(options.flags ?? []),
  ]
  let child = await launch(program, flags)

  async function down(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }

  /** A node answers before it has read its mempool from the disk, and a reader then reports none. */
  async function mempoolLoaded(): Promise<void> {
    const isLoaded = async () => (await rpc<{ loaded: boolean }>('getmempoolinfo')).loaded
    await until(isLoaded, { what: 'a mempool that is loaded' })
  }

  const wallet = createWallet(rpc, PROGRAMS[chain])
  const bitcoind: Bitcoind = {
    url,
    peerAddress: `127.0.0.1:${String(peerPort)}`,
    rpc,
    ...wallet,
    async connect(other) {
      await rpc('setnetworkactive', [true])
      await rpc('addnode', [other.peerAddress, 'onetry'])
      const areBothConnected = async (): Promise<boolean> => {
        const counts = [
          await rpc<number>('getconnectioncount'),
          await other.rpc<number>('getconnectioncount'),
        ]
        return counts.every((count) => count > 0)
      }
      await until(areBothConnected, { what: 'a connection of two nodes' })
    },
    async disconnect() {
      await rpc('setnetworkactive', [false])
      await until(async () => (await rpc<number>('getconnectioncount')) === 0, {
        what: 'the end of all connections',
      })
    },
    down,
    async up(...more) {
      child = await launch(program, [...flags, ...more])
      await mempoolLoaded()
      await rpc('loadwallet', ['shop-tests'])
    },
    async stop() {
      await down()
      await rm(folder, { recursive: true, force: true })
    },
  }
  try {
    await mempoolLoaded()
    await rpc('createwallet', ['shop-tests'])
    const { blocks = 101 } = options
    const paid = Math.min(blocks, BLOCKS_WITH_COINS)
    if (paid > 0) await rpc('generatetoaddress', [paid, await bitcoind.address()])
    if (blocks > paid) await bitcoind.mine(blocks - paid)
  } catch (error) {
    await bitcoind.stop()
    throw error
  }
  return bitcoind
}

/** The blocks whose coins are the wallet's: enough for all payments that a suite makes at the same time. */
const BLOCKS_WITH_COINS = 150

/** More than any fee, in satoshis. */
const FEE_STEP = 100_000_000

type Rpc = <Result>(method: string, params?: readonly unknown[]) => Promise<Result>

function createWallet(
  rpc: Rpc,
  { mayChoose }: Program,
): Pick<Bitcoind, 'address' | 'mine' | 'send' | 'replaceByFee' | 'reorg'> {
  const address = (): Promise<string> => rpc('getnewaddress', ['', 'bech32'])
  const mine = (blocks: number): Promise<string[]> => rpc('generatetodescriptor', [blocks, nobody()])

  /** Edits the bytes of a transaction, because `createrawtransaction` rejects one address in two outputs. */
  async function draft(inputs: readonly object[], outputs: readonly Output[]): Promise<string> {
    const standIns = await Promise.all(outputs.map(address))
    const amounts = outputs.map((output, at) => ({ [standIns[at] ?? '']: btc(output.sats) }))
    let hex = await rpc<string>('createrawtransaction', [inputs, amounts, 0, true])
    for (const [at, output] of outputs.entries()) {
      const [from, to] = await Promise.all([scriptOf(standIns[at] ?? ''), scriptOf(output.address)])
      hex = hex.replace(from, to)
    }
    return hex
  }

  // length (1) || script
  async function scriptOf(of: string): Promise<string> {
    const { scriptPubKey } = await rpc<{ scriptPubKey: string }>('validateaddress', [of])
    return (scriptPubKey.length / 2).toString(16).padStart(2, '0') + scriptPubKey
  }

  async function fundAndSend(hex: string, outputs: number, satsPerByte: number): Promise<string> {
    const funded = await rpc<{ hex: string }>('fundrawtransaction', [
      hex,
      { fee_rate: satsPerByte, changePosition: outputs, changeAddress: await address(), replaceable: true },
    ])
    const signed = await rpc<{ hex: string }>('signrawtransactionwithwallet', [funded.hex])
    return rpc('sendrawtransaction', [signed.hex])
  }

  /** The transactions of blocks without the first, which makes coins, and the last, that of the extension block. */
  async function paymentsAbove(from: number, to: number) {
    const found: { txid: string; hex: string }[] = []
    for (let height = from + 1; height <= to; height += 1) {
      const hash = await rpc<string>('getblockhash', [height])
      const { tx } = await rpc<{ tx: { txid: string; hex: string }[] }>('getblock', [hash, 2])
      found.push(...tx.slice(1, -1))
    }
    return found
  }

  /** Mines blocks with some transactions of the mempool: the others count as if they paid less than nothing. */
  async function mineOnly(keep: readonly string[], blocks: number): Promise<void> {
    const others = (await rpc<string[]>('getrawmempool')).filter((txid) => !keep.includes(txid))
    const rank = async (delta: number) => {
      for (const txid of others) await rpc('prioritisetransaction', [txid, 0, delta])
    }
    await rank(-FEE_STEP)
    for (let block = 0; block < blocks; block += 1) await mine(1)
    await rank(FEE_STEP)
  }

  return {
    address,
    mine: (blocks = 1) => mine(blocks),
    async send(...outputs) {
      return fundAndSend(await draft([], outputs), outputs.length, 10)
    },
    async replaceByFee(txid, ...outputs) {
      const { vin } = await rpc<{ vin: { txid: string; vout: number }[] }>('getrawtransaction', [txid, true])
      const inputs = vin.map((one) => ({ txid: one.txid, vout: one.vout, sequence: 0xfffffffd }))
      return fundAndSend(await draft(inputs, outputs), outputs.length, 50)
    },
    async reorg(depth, keep = []) {
      const height = await rpc<number>('getblockcount')
      const removed = mayChoose ? [] : await paymentsAbove(height - depth, height)
      await rpc('invalidateblock', [await rpc('getblockhash', [height - depth + 1])])
      // a node forgets the transactions of more than ten blocks
      const known = await rpc<string[]>('getrawmempool')
      for (const { txid, hex } of removed) if (!known.includes(txid)) await rpc('sendrawtransaction', [hex])
      if (!mayChoose) return mineOnly(keep, depth + 1)
      for (let block = 0; block <= depth; block += 1)
        await rpc('generateblock', [nobody(), block === 0 ? keep : []])
    },
  }
}

/**
 * A descriptor of an output that nobody can spend: a wallet with hundreds of coins takes up to half a second to choose among
 * them. Another one each time: the same coinbase would give the same block, which may have been declared invalid.
 */
function nobody(): string {
  return `raw(6a10${randomBytes(16).toString('hex')})`
}

function btc(sats: bigint): string {
  const digits = sats.toString().padStart(9, '0')
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`
}

/** Resolves when the node reports that it has loaded; from then on its calls work. */
async function launch(program: string, flags: readonly string[]): Promise<ChildProcess> {
  const child = spawn(program, flags, { stdio: ['ignore', 'pipe', 'pipe'] })
  const killWithUs = (): boolean => child.kill('SIGKILL')
  process.once('exit', killWithUs)
  child.once('exit', () => process.off('exit', killWithUs))
  const lines: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => lines.push(line))
  const output = createInterface({ input: child.stdout })
  await new Promise<void>((resolve, reject) => {
    output.on('line', (line) => {
      lines.push(line)
      if (lines.length > 200) lines.shift()
      if (line.includes('Done loading')) resolve()
    })
    child.once('exit', (code) => {
      reject(
        new Error(`bitcoind ended with ${String(code)} before it was ready:\n${lines.slice(-20).join('\n')}`),
      )
    })
  })
  return child
}

async function freePorts(): Promise<[number, number]> {
  const servers = [createServer(), createServer()]
  const ports = await Promise.all(
    servers.map(async (server) => {
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const address = server.address()
      if (address === null || typeof address === 'string') throw new Error('expected a port')
      return address.port
    }),
  )
  await Promise.all(servers.map(async (server) => once(server.close(), 'close')))
  const [first = 0, second = 0] = ports
  return [first, second]
}
