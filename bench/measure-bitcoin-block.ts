import { sql } from 'kysely'
import { createBitcoinRpcReader } from '#server/chain/bitcoin/rpc-reader.ts'
import { watchAddresses } from '#server/chain-watcher/watch-addresses.ts'
import type { Db } from '#server/db/database.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { createLog } from '#server/runtime/log.ts'
import { startBitcoind, type Bitcoind } from '#test/nodes/bitcoind.ts'
import type { Row } from './print-table.ts'
import { quantile } from './statistics.ts'

/** As many as a full block of small payments. */
const TRANSACTIONS = 10
const OUTPUTS_EACH = 2_700
const ROUNDS = 15

/** Reads one block with 27,000 outputs, and in turn asks the node for the same answer without reading it. */
export async function measureBitcoinBlock(db: Db): Promise<readonly Row[]> {
  const node = await startBitcoind({ flags: ['-limitancestorcount=100', '-limitdescendantcount=100'] })
  try {
    const hash = await mineFullBlock(node)
    const height = await node.rpc<number>('getblockcount')
    const reader = createBitcoinRpcReader({
      urls: [node.url],
      chain: 'bitcoin',
      network: 'regtest',
      clock: systemClock,
      log: createLog({ level: 'silent' }),
    })
    await reader.head()
    const [answers, reads]: [number[], number[]] = [[], []]
    let bytes = 0
    for (let round = -2; round < ROUNDS; round++) {
      const beganAt = performance.now()
      bytes = await answerOf(node.url, hash)
      const answeredAt = performance.now()
      await reader.scan(height - 1, height, watchAddresses(db, 'bitcoin'))
      if (round < 0) continue
      answers.push(answeredAt - beganAt)
      reads.push(performance.now() - answeredAt)
    }
    await reader.close()
    const orders = await sql<{ n: bigint }>`select count(*) as n from payments`.execute(db)
    const [answer, read] = [quantile(answers, 0.25), quantile(reads, 0.25)]
    return [
      {
        what: `a block with ${(TRANSACTIONS * OUTPUTS_EACH).toLocaleString('en')} outputs among ${Number(orders.rows[0]?.n ?? 0n).toLocaleString('en')} orders: the node's answer of ${(bytes / 1e6).toFixed(1)} MB → read by the shop`,
        measured: `${answer.toFixed(0)} → ${read.toFixed(0)} ms (${(read / answer).toFixed(2)} x)`,
        aim: `≤ 1.5 x  ${read <= 1.5 * answer ? 'PASS' : 'MISS'}`,
      },
    ]
  } finally {
    await node.stop()
  }
}

async function mineFullBlock(node: Bitcoind): Promise<string> {
  await node.mine(TRANSACTIONS + 5)
  const { descriptors } = await node.rpc<{ descriptors: readonly { desc: string; internal: boolean }[] }>(
    'listdescriptors',
  )
  const own = descriptors.find(({ desc, internal }) => desc.startsWith('wpkh(') && !internal)
  if (own === undefined) throw new Error('expected a wallet with a wpkh descriptor')
  const end = TRANSACTIONS * OUTPUTS_EACH
  const addresses: string[] = []
  for (let from = 0; from < end; from += OUTPUTS_EACH) {
    addresses.push(
      ...(await node.rpc<string[]>('deriveaddresses', [own.desc, [from, from + OUTPUTS_EACH - 1]])),
    )
  }
  for (let from = 0; from < end; from += OUTPUTS_EACH) {
    const amounts = addresses.slice(from, from + OUTPUTS_EACH).map((address) => [address, 0.0001] as const)
    await node.rpc('sendmany', ['', Object.fromEntries(amounts)])
  }
  const [hash] = await node.mine(1)
  return hash ?? ''
}

/** The answer that the reader needs, as text that nobody reads. @returns its bytes. */
async function answerOf(url: string, hash: string): Promise<number> {
  const { username, password, origin } = new URL(url)
  const reply = await fetch(origin, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getblock', params: [hash, 2] }),
  })
  return (await reply.arrayBuffer()).byteLength
}
