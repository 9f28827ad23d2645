import { attestOnEach } from '#server/chain/attest-each.ts'
import type { Block, ChainError, ChainFault, ChainReader } from '#server/chain/chain-reader.ts'
import type { Endpoint, Endpoints } from '#server/chain/endpoints.ts'
import { toPayoutAnswers } from '#server/chain/payout-answers.ts'
import { attestTransfer } from './attest-transfer.ts'
import type { EvmChain } from './evm-chains.ts'
import type { EvmNode } from './evm-node.ts'
import { lookUpOnEach } from '#server/chain/look-up-on-each.ts'
import { findEvmPayout } from './find-payout.ts'
import { lookUpEvmPayment } from './look-up-payment.ts'
import { limitsOf } from './limits-of.ts'
import { mismatchesOf, proveNode, type NodeExpectation } from './prove-node.ts'

interface EveryNodeDeps {
  readonly endpoints: Endpoints<EvmNode>
  readonly expected: NodeExpectation
  readonly chain: EvmChain
  readonly tokens: NodeExpectation['tokens']
  /** Reads a node's head. @throws {ChainError} `lags` if it is too old. */
  readonly freshHead: (node: EvmNode) => Promise<Block>
}

/** What is asked of every node, not of the first that answers. */
interface EveryNodeReader extends Pick<
  ChainReader,
  'attest' | 'findPayout' | 'lookUpPayment' | 'check' | 'limits'
> {
  /** The block at a height as any node has it; null if none has it. */
  anyBlockAt(height: number): Promise<Block | null>
}

/** Creates the part of an EVM reader that compares nodes: attestations, payouts, the check of their networks. */
export function createEveryNodeReader(deps: EveryNodeDeps): EveryNodeReader {
  const { endpoints, expected, chain, tokens, freshHead } = deps

  async function checkOne({ name, node }: Endpoint<EvmNode>): Promise<readonly ChainFault[]> {
    const mismatches = await mismatchesOf(node, expected)
    const faults = mismatches.map((message): ChainFault => ({ endpoint: name, kind: 'mismatch', message }))
    node.learnt.isProved = faults.length === 0
    if (faults.length === 0) await freshHead(node)
    return faults
  }

  return {
    async anyBlockAt(height) {
      const answers = await endpoints.each(async ({ node }) => {
        await proveNode(node, expected)
        return node.block(height)
      })
      const blocks = answers.map((answer) => (answer.kind === 'answered' ? answer.value : null))
      return blocks.find((block) => block !== null) ?? null
    },
    attest: (transfers) =>
      attestOnEach(endpoints, transfers, async ({ node }) => {
        await proveNode(node, expected)
        return (transfer) => attestTransfer(node, chain, tokens, transfer)
      }),
    async findPayout(question) {
      const answers = await endpoints.each(async ({ node }) => {
        await proveNode(node, expected)
        return findEvmPayout(node, chain, tokens, question)
      })
      return toPayoutAnswers(answers)
    },
    lookUpPayment: (question) =>
      lookUpOnEach(endpoints, async ({ node }) => {
        await proveNode(node, expected)
        return lookUpEvmPayment(node, chain, tokens, question)
      }),
    async limits() {
      const answers = await endpoints.each(async ({ node }) => {
        await proveNode(node, expected)
        return limitsOf(node, chain, tokens, await freshHead(node))
      })
      // `check` reports a node that does not answer
      return answers.flatMap((answer) =>
        answer.kind === 'failed'
          ? []
          : answer.value.map((limit) => ({ ...limit, endpoint: answer.endpoint.name })),
      )
    },
    async check() {
      const answers = await endpoints.each(checkOne)
      return answers.flatMap((answer) =>
        answer.kind === 'answered' ? answer.value : [faultOf(answer.endpoint.name, answer.error)],
      )
    },
  }
}

function faultOf(endpoint: string, error: ChainError): ChainFault {
  const kind = error.kind === 'lags' || error.kind === 'mismatch' ? error.kind : 'down'
  return { endpoint, kind, message: error.message }
}
