import type { Bitcoind } from './bitcoind.ts'

/** Calls one of a node's wallets by its name. */
export function walletRpc(node: Bitcoind, name: string) {
  const url = `${node.url}/wallet/${name}`
  return async <Result>(method: string, params: readonly unknown[]): Promise<Result> => {
    const { username, password, href } = new URL(url)
    const response = await fetch(href.replace(`${username}:${password}@`, ''), {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` },
      body: JSON.stringify({ jsonrpc: '1.0', id: 1, method, params }),
    })
    const answer = (await response.json()) as { result: Result; error: { message: string } | null }
    if (answer.error !== null) throw new Error(answer.error.message)
    return answer.result
  }
}
