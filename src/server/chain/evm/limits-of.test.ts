import { keccak_256 } from '@noble/hashes/sha3.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ChainReader } from '#server/chain/chain-reader.ts'
import { createLog } from '#server/runtime/log.ts'
import { contractOf } from '#shared/assets.ts'
import { hasAnvil, startAnvil, type Anvil } from '#test/nodes/anvil.ts'
import { startDialectProxy, type DialectProxy } from '#test/nodes/dialect-proxy.ts'
import { deployToken, mine } from '#test/nodes/evm-wallet.ts'
import { noFaults } from '#test/nodes/node-faults.ts'
import { createEvmReader } from './create-evm-reader.ts'

test("the function of Tether's contracts is named by its hash", () => {
  const hash = Buffer.from(keccak_256(new TextEncoder().encode('deprecated()'))).toString('hex')
  for (const chain of ['ethereum', 'tron'] as const)
    expect(contractOf(chain, 'USDT')?.deprecatedSelector).toBe(`0x${hash.slice(0, 8)}`)
})

describe.skipIf(!hasAnvil())('what a node refuses', () => {
  let anvil: Anvil
  let token: string
  let node: DialectProxy

  const open = (): ChainReader =>
    createEvmReader({
      chain: 'ethereum',
      urls: [node.url],
      chainId: anvil.chainId,
      tokens: [{ asset: 'USDT', contract: token }],
      headMaxAgeS: null,
      clock: () => new Date(),
      log: createLog({ level: 'silent' }),
    })

  beforeAll(async () => {
    anvil = await startAnvil()
    token = await deployToken(anvil, 6)
    await mine(anvil, 20)
    node = await startDialectProxy({ upstream: anvil.url })
  })
  beforeEach(() => void Object.assign(node.faults, noFaults()))
  afterAll(async () => {
    await node.stop()
    await anvil.stop()
  })

  test('a node that answers every call has no limits', async () => expect(await open().limits()).toEqual([]))

  test.each([
    ['refuses eth_getLogs', { refusedMethods: ['eth_getLogs'] }, true],
    ['refuses eth_call without a recipient', { refusesCalls: true }, true],
    [
      'does not report finality: a block counts as final 96 below the head',
      { losesFinality: 'error' },
      false,
    ],
  ])('a node that %s is reported', async (message, faults, isFault) => {
    Object.assign(node.faults, faults)
    const reader = open()
    expect(await reader.check()).toEqual([])
    const limits = await reader.limits()
    expect(limits).toMatchObject([{ endpoint: 'ethereum node 1', isFault }])
    expect(limits[0]?.message).toContain(message)
  })

  test('a token whose issuer has replaced its contract is a mismatch, and nothing of it is read', async () => {
    const reader = open()
    expect(await reader.check()).toEqual([])
    node.faults.deprecatesTokens = true
    const [fault] = await reader.check()
    expect(fault).toMatchObject({ kind: 'mismatch' })
    expect(fault?.message).toContain('the issuer has replaced the USDT contract')
    await expect(reader.head()).rejects.toMatchObject({ kind: 'mismatch' })
  })
})
