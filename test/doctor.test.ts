import { once } from 'node:events'
import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCommand } from '#server/cli/run-command.ts'
import { decimalsOf } from '#shared/assets.ts'
import { createEmptyDatabase, type TestDatabase } from './database.ts'
import { startAnvil, type Anvil } from './nodes/anvil.ts'
import { findBitcoind, startBitcoind } from './nodes/bitcoind.ts'
import { deployToken, mine, sendToken } from './nodes/evm-wallet.ts'
import { serveShop } from './served-shop.ts'
import { temporaryFolder } from './temporary-folder.ts'

let folder: string
let database: TestDatabase
beforeEach(async () => {
  folder = temporaryFolder()
  database = await createEmptyDatabase()
})
afterEach(async () => {
  await database.close()
})

async function doctor(environment: Readonly<Record<string, string>>, ...words: string[]) {
  const out: string[] = []
  const status = await runCommand(['doctor', ...words], {
    environment,
    stdin: Readable.from([]),
    out: (line) =>
      out.push(
        line
          .replace(/\d+\.\d s$/, 'N s')
          .replace(/0x[0-9a-fA-F]{40}/, 'ACCOUNT')
          .replace(/[0-9a-f-]{36}/, 'ID'),
      ),
    say: (line) => out.push(line),
  })
  return { status, out }
}

const cured = (network: string, paid = 'paid') =>
  ['ordered ID', paid, 'seen on the chain', 'confirmed', 'keys delivered', 'mail with the keys sent'].map(
    (step) => `ok      ${network}: ${step} after N s`,
  )

test('doctor pays an order on each rail of the demo, simulated or of a node with unlocked accounts', async () => {
  const anvil = await startAnvil({ slotsInAnEpoch: 1 })
  try {
    const contract = await deployToken(anvil, decimalsOf('ethereum', 'USDT'))
    const environment = {
      DATABASE_URL: database.url,
      KEYHOLD_DATA: folder,
      KEYHOLD_ETHEREUM_RPC: anvil.url,
      KEYHOLD_ETHEREUM_CHAIN_ID: String(anvil.chainId),
      KEYHOLD_USDT_ERC20: contract,
      KEYHOLD_CONFIRMATIONS: 'BTC=1,ETH=1,ERC20=1,TRC20=1,BEP20=1',
    }
    const shop = await serveShop(environment)
    try {
      const { status, out } = await doctor(environment, '--url', shop.url)
      for (const network of ['bitcoin', 'ethereum', 'erc20', 'trc20', 'bep20']) {
        const paid = network === 'ethereum' || network === 'erc20' ? 'paid from ACCOUNT' : 'paid'
        expect(out.filter((line) => line.includes(` ${network}: `))).toEqual(cured(network, paid))
      }
      expect([status, out.at(-1)]).toEqual([0, 'no faults'])
    } finally {
      await shop.stop()
    }
  } finally {
    await anvil.stop()
  }
})

test('doctor asks the operator to pay where it cannot, and waits for it', async () => {
  const anvil = await startAnvil({ slotsInAnEpoch: 1 })
  try {
    const contract = await deployToken(anvil, decimalsOf('ethereum', 'USDT'))
    // all of it leaves the unlocked accounts
    const operator = `0x${'5a'.repeat(20)}`
    await sendToken(anvil, contract, operator, 10n ** 30n)
    await mine(anvil)
    const shop = await serveShop({
      DATABASE_URL: database.url,
      KEYHOLD_DATA: folder,
      KEYHOLD_ETHEREUM_RPC: anvil.url,
      KEYHOLD_ETHEREUM_CHAIN_ID: String(anvil.chainId),
      KEYHOLD_USDT_ERC20: contract,
      KEYHOLD_CONFIRMATIONS: 'ETH=1,ERC20=1',
    })
    try {
      const settings = {
        DATABASE_URL: database.url,
        KEYHOLD_DATA: folder,
        KEYHOLD_ETHEREUM_RPC: anvil.url,
        KEYHOLD_ETHEREUM_CHAIN_ID: String(anvil.chainId),
        KEYHOLD_USDT_ERC20: contract,
      }
      const paying: Promise<void>[] = []
      const lines: string[] = []
      const status = await runCommand(
        ['doctor', '--rail', 'erc20', '--email', 'me@shop.example', '--url', shop.url],
        {
          environment: settings,
          stdin: Readable.from([]),
          out: (line) => {
            lines.push(line)
            const to = /^ +to (0x\w+)$/.exec(line)?.[1]
            if (to !== undefined) paying.push(payFrom(anvil, operator, contract, to))
          },
          say: () => undefined,
        },
      )
      await Promise.all(paying)
      expect([status, lines]).toEqual([0, expect.arrayContaining(['no faults'])])
      expect(lines).toContainEqual(expect.stringMatching(/^ +send exactly 63\.99 USDT on erc20$/i))
    } finally {
      await shop.stop()
    }
  } finally {
    await anvil.stop()
  }
})

/** What the operator does with a wallet of their own: 63.99 USDT. */
async function payFrom(anvil: Anvil, from: string, contract: string, to: string): Promise<void> {
  const word = (value: bigint) => value.toString(16).padStart(64, '0')
  await anvil.rpc('anvil_impersonateAccount', [from])
  await anvil.rpc('anvil_setBalance', [from, '0xde0b6b3a7640000'])
  const data = `0xa9059cbb${word(BigInt(to))}${word(63_990_000n)}`
  await anvil.rpc('eth_sendTransaction', [{ from, to: contract, data }])
}

test.skipIf((await findBitcoind()) === null)(
  'doctor pays from the wallet of a bitcoind in regtest that has enough, and names it',
  async () => {
    const node = await startBitcoind()
    try {
      const [funded = ''] = await node.rpc<string[]>('listwallets')
      await node.rpc('createwallet', ['an empty one'])
      const environment = { DATABASE_URL: database.url, KEYHOLD_DATA: folder, KEYHOLD_BITCOIN_RPC: node.url }
      const shop = await serveShop(environment)
      try {
        const { status, out } = await doctor(environment, '--rail', 'bitcoin', '--url', shop.url)
        expect([status, out]).toEqual([0, [...cured('bitcoin', `paid from wallet "${funded}"`), 'no faults']])
      } finally {
        await shop.stop()
      }
    } finally {
      await node.stop()
    }
  },
)

test('doctor waits for a shop that its proxy does not reach yet', async () => {
  const environment = { DATABASE_URL: database.url, KEYHOLD_DATA: folder }
  const shop = await serveShop(environment)
  let asked = 0
  const proxy = createServer((request, response) => {
    asked += 1
    if (asked > 2) {
      const { method, headers } = request
      const forwarded = forward(`${shop.url}${request.url ?? ''}`, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(response)
      })
      request.pipe(forwarded)
    } else response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>')
  }).listen(0, '127.0.0.1')
  try {
    await once(proxy, 'listening')
    const { port } = proxy.address() as AddressInfo
    const url = `http://127.0.0.1:${String(port)}`
    expect(await doctor(environment, '--rail', 'bitcoin', '--url', url)).toEqual({
      status: 0,
      out: [...cured('bitcoin'), 'no faults'],
    })
  } finally {
    proxy.close()
    proxy.closeAllConnections()
    await shop.stop()
  }
})

test('doctor fails if no shop runs, or a rail takes no orders', async () => {
  const environment = { DATABASE_URL: database.url, KEYHOLD_DATA: folder }
  expect(await doctor(environment, '--url', 'http://127.0.0.1:1')).toEqual({
    status: 1,
    out: ['the shop does not answer; start it, or name its address with --url'],
  })
  expect((await doctor(environment, '--rail', 'doge')).status).toBe(2)
})
