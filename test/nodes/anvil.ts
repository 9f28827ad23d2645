import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** A real private EVM node that mines only on request. */
export interface Anvil {
  /** `http://127.0.0.1:port`. */
  readonly url: string
  readonly chainId: number
  /** The accounts it signs for, with 10,000 ether each. */
  readonly accounts: readonly string[]
  /** @throws {Error} with the node's message if it rejects the call. */
  rpc(method: string, params?: readonly unknown[]): Promise<unknown>
  stop(): Promise<void>
}

export interface AnvilOptions {
  /** Default 31337. */
  readonly chainId?: number
  /** `finalized` is two epochs of this many slots below the head. Default 4, so head − 8. */
  readonly slotsInAnEpoch?: number
  readonly mnemonic?: string
}

/** More blocks than any test removes. */
const KEPT_STATES = 500
const READY_WITHIN_MS = 120_000
const PLATFORMS: Readonly<Record<string, string>> = {
  'linux x64': 'linux-amd64',
  'linux arm64': 'linux-arm64',
  'darwin x64': 'darwin-amd64',
  'darwin arm64': 'darwin-arm64',
  'win32 x64': 'win32-amd64',
}

/** The path of anvil's binary in node_modules; null if there is none for this platform. */
function anvilBinary(): string | null {
  const platform = PLATFORMS[`${process.platform} ${process.arch}`]
  const name = process.platform === 'win32' ? 'anvil.exe' : 'anvil'
  if (platform === undefined) return null
  try {
    return createRequire(import.meta.url).resolve(`@foundry-rs/anvil-${platform}/bin/${name}`)
  } catch {
    return null // an optional package: absent if npm has none for this platform
  }
}

/** For `describe.skipIf(!hasAnvil())`: prints a warning that the suite is skipped. */
export function hasAnvil(): boolean {
  const isHere = anvilBinary() !== null
  if (!isHere)
    console.warn(
      `SKIPPED: no anvil for ${process.platform} ${process.arch}; the EVM reader is not tested here`,
    )
  return isHere
}

/** Another program may take the port between its choice and the start. */
const STARTS_MAX = 3

/** The node ended before it answered. */
class EndedAtStartError extends Error {}

/** Starts a node, on another port if its own was taken meanwhile. */
export async function startAnvil(options: AnvilOptions = {}): Promise<Anvil> {
  for (let start = 1; ; start++) {
    try {
      return await startOn(await freePort(), options)
    } catch (error) {
      if (!(error instanceof EndedAtStartError) || start === STARTS_MAX) throw error
    }
  }
}

/** Starts anvil's binary itself, not npm's wrapper, which would add a process that forwards signals. Ready in about 70 ms. */
async function startOn(port: number, options: AnvilOptions): Promise<Anvil> {
  const binary = anvilBinary()
  if (binary === null) throw new Error(`expected anvil for ${process.platform} ${process.arch}, npm has none`)
  const chainId = options.chainId ?? 31337
  const flags = ['--no-mining', '--silent', '--port', String(port), '--chain-id', String(chainId)]
  flags.push('--slots-in-an-epoch', String(options.slotsInAnEpoch ?? 4))
  // by default anvil drops states from memory as blocks are added, and a deep reorganisation would fail
  flags.push('--prune-history', String(KEPT_STATES))
  if (options.mnemonic !== undefined) flags.push('--mnemonic', options.mnemonic)
  const child = spawn(binary, flags, { stdio: 'ignore' })
  const killed = (): void => void child.kill('SIGKILL')
  process.once('exit', killed) // stops the node if a test ends early
  child.once('exit', () => process.off('exit', killed))
  const url = `http://127.0.0.1:${String(port)}`
  try {
    const accounts = await answering(child, url)
    return {
      url,
      chainId,
      accounts,
      rpc: (method, params) => askNode(url, method, params),
      stop: () => end(child),
    }
  } catch (error) {
    await end(child)
    throw error
  }
}

/** Makes one JSON-RPC call; throws if the node rejects it. */
async function askNode(url: string, method: string, params: readonly unknown[] = []): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const answer = (await response.json()) as { result?: unknown; error?: { message: string } }
  if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`)
  return answer.result
}

/** Polls the node until it responds, because it has no event for being ready. */
async function answering(child: ChildProcess, url: string): Promise<readonly string[]> {
  const deadline = performance.now() + READY_WITHIN_MS
  for (;;) {
    try {
      return (await askNode(url, 'eth_accounts')) as string[]
    } catch (error) {
      if (child.exitCode !== null)
        throw new EndedAtStartError(`anvil ended with ${String(child.exitCode)} at its start`, {
          cause: error,
        })
      if (performance.now() > deadline) throw new Error('anvil did not answer in time', { cause: error })
      await pause(10)
    }
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Returns a port that is free at this moment. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
