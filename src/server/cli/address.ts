import { text } from 'node:stream/consumers'
import { deriveAddress } from '#server/chain/addresses/derive-address.ts'
import { DEMO_XPUBS } from '#server/chain/addresses/demo-xpubs.ts'
import { parseXpub, type Xpub } from '#server/chain/addresses/parse-xpub.ts'
import { containsPrivateMaterial } from '#server/chain/addresses/private-material.ts'
import type { Environment } from '#server/config/read-settings.ts'
import { networksAll, OUTPUT_NETWORKS, type OutputNetworks } from '#shared/address-form.ts'
import { networkField, xpubField } from '#server/config/field-names.ts'
import { forEachOutputWallet, type Wallet } from '#shared/chains.ts'
import { CommandError, UsageError, type CommandContext } from './command.ts'
import { readArguments, readRail } from './read-arguments.ts'

const COUNT_MAX = 10_000
const INDEX_MAX = 2 ** 31 - 1

/** `address`: prints the addresses the wallet must show. Needs no database, node or data folder, only the setting of the xpub. */
export async function runAddress(context: CommandContext): Promise<number> {
  const { wallet, index, count, xpubOption } = readOptions(context)
  const xpub =
    xpubOption === undefined
      ? fromSettings(wallet, context)
      : fromText(xpubOption === '-' ? await text(context.stdin) : xpubOption, wallet, context)
  for (let at = index; at < index + count; at++) context.out(`${String(at)}\t${deriveAddress(xpub, at)}`)
  return 0
}

function readOptions(context: CommandContext) {
  if (context.args.some(containsPrivateMaterial)) throw privateMaterial()
  const { values, positionals } = readArguments(context, ['index', 'count', 'xpub'])
  const { wallet } = readRail(positionals)
  const index = wholeNumber('--index', values.index ?? '0', 0, INDEX_MAX)
  const count = wholeNumber('--count', values.count ?? '1', 1, Math.min(COUNT_MAX, INDEX_MAX - index + 1))
  return { wallet, index, count, xpubOption: values.xpub }
}

function wholeNumber(option: string, given: string, from: number, to: number): number {
  const value = Number(given)
  if (/^\d{1,10}$/.test(given) && value >= from && value <= to) return value
  throw new UsageError(`${option}: expected a whole number from ${String(from)} to ${String(to)}`)
}

/** The xpub that the shop would use. */
function fromSettings(wallet: Wallet, { environment, say }: CommandContext): Xpub {
  const set = (environment[xpubField(wallet)] ?? '').trim()
  if (set === '' && !isDemo(environment)) {
    throw new CommandError(`${xpubField(wallet)} is not set; set it, or try one with --xpub`)
  }
  if (set === '') say("no xpub is set: these are the demo's own, send nothing to them")
  const outputNetworks = outputNetworksOf(environment)
  const parsed = parseXpub(set === '' ? DEMO_XPUBS[wallet] : set, { wallet, outputNetworks })
  if (parsed.kind === 'xpub') return parsed.xpub
  throw new CommandError(`${xpubField(wallet)}: ${parsed.message}`)
}

function outputNetworksOf(environment: Environment): OutputNetworks {
  const unset = isDemo(environment) ? 'regtest' : 'mainnet'
  return forEachOutputWallet((wallet) => {
    const set = environment[networkField(wallet)]?.trim()
    return OUTPUT_NETWORKS.find((network) => network === set) ?? unset
  })
}

function isDemo(environment: Environment): boolean {
  return environment.KEYHOLD_PROFILE?.trim() !== 'production'
}

/** Parses an xpub. Its own prefix (zpub, vpub) gives the network, whatever the profile. */
function fromText(given: string, wallet: Wallet, { environment }: CommandContext): Xpub {
  if (containsPrivateMaterial(given)) throw privateMaterial()
  const shops = outputNetworksOf(environment)
  const [first, second] = [
    networksAll('mainnet'),
    forEachOutputWallet((one) => (shops[one] === 'mainnet' ? 'testnet' : shops[one])),
  ]
  const mainnet = parseXpub(given, { wallet, outputNetworks: first })
  const parsed =
    mainnet.kind === 'wrong-network' ? parseXpub(given, { wallet, outputNetworks: second }) : mainnet
  if (parsed.kind === 'xpub') return parsed.xpub
  throw new CommandError(`--xpub: ${parsed.message}`)
}

function privateMaterial(): CommandError {
  return new CommandError(
    'this is private key material or seed words: Keyhold never takes them. It is in the history of your shell now; ' +
      "treat it as known to others, and give the account's extended public key instead",
  )
}
