import {
  CHAIN_TABLE,
  CHAINS,
  EVM_CHAINS,
  isOutputChain,
  OUTPUT_WALLETS,
  WALLETS,
  type ChainId,
} from '#shared/chains.ts'
import { isChatFormat } from '#shared/webhooks-api.ts'
import { networksOfWallet } from '#shared/address-form.ts'
import { RAILS, assetsOf, offeredChains } from '#shared/rails.ts'
import { chainIdField, esploraField, networkField, rpcField, xpubField } from './field-names.ts'
import type { FieldName, Fields } from './fields.ts'
import { isLoopback } from './is-loopback.ts'
import type { Settings } from './settings.ts'
import { unsafeFaults } from './unsafe-settings.ts'

/** The input of the rules: the settings, and which variables were set, valid or not. */
export interface SettingsDraft {
  readonly settings: Settings
  readonly fields: Fields
  readonly isSet: (name: FieldName) => boolean
}

/** The faults of settings that are each valid but unsafe or incomplete together, or not allowed in their profile. */
export function profileFaults(drafted: SettingsDraft): readonly string[] {
  const ofProfile =
    drafted.settings.profile === 'production' ? productionFaults(drafted) : demoFaults(drafted)
  return [...ofProfile, ...tokenFaults(drafted), ...offerFaults(drafted), ...webhookFaults(drafted)]
}

function webhookFaults({ settings, fields }: SettingsDraft): readonly string[] {
  const { KEYHOLD_WEBHOOK_URL: url, KEYHOLD_WEBHOOK_SECRET: secret } = fields
  const isChat = isChatFormat(fields.KEYHOLD_WEBHOOK_FORMAT ?? 'keyhold')
  if (!isChat && (url === undefined) !== (secret === undefined))
    return ['KEYHOLD_WEBHOOK_URL and KEYHOLD_WEBHOOK_SECRET belong together: set both, or none']
  if (url === undefined || settings.allowsPrivateWebhooks || url.startsWith('https:')) return []
  return [
    'KEYHOLD_WEBHOOK_URL: http would send orders unencrypted, use https, or set KEYHOLD_WEBHOOK_ALLOW_PRIVATE=true',
  ]
}

function productionFaults(drafted: SettingsDraft): readonly string[] {
  return [
    ...missingFaults(drafted),
    ...demoOnlyFaults(drafted),
    ...railFaults(drafted),
    ...testFaults(drafted),
    ...unsafeFaults(drafted),
  ]
}

function missingFaults({ isSet }: SettingsDraft): readonly string[] {
  const needed: readonly [FieldName, string][] = [
    ['DATABASE_URL', 'postgres://…, or the word embedded for the database that comes with Keyhold'],
    ['KEYHOLD_PUBLIC_URL', 'the address buyers use, such as https://shop.example'],
    ['KEYHOLD_SMTP_URL', 'the mail server that sends the keys'],
    ['KEYHOLD_MAIL_FROM', 'the address the keys come from'],
  ]
  return needed
    .filter(([name]) => !isSet(name))
    .map(([name, what]) => `${name} is missing: production needs ${what}`)
}

function demoOnlyFaults({ settings, fields }: SettingsDraft): readonly string[] {
  const faults: string[] = []
  if (settings.counters === 'moving')
    faults.push('KEYHOLD_COUNTERS: production counts confirmed orders only, use true')
  if (settings.allowsSelfGrant)
    faults.push('KEYHOLD_SELF_GRANT: production makes admins on the command line, use false')
  if (settings.captchaCode !== null)
    faults.push('KEYHOLD_CAPTCHA_CODE: a known captcha is for the demo only, remove it')
  if (settings.limitFactor === 'off')
    faults.push('KEYHOLD_LIMITS: production cannot run without limits, use a factor')
  if (settings.chatSrc?.startsWith('http:') === true)
    faults.push('KEYHOLD_CHAT_SRC: a script without https is for the demo only, use an https address')
  if (settings.allowsTest && fields.KEYHOLD_DEMO_PUBLIC === true) {
    faults.push('KEYHOLD_DEMO_PUBLIC is for the demo, remove it')
  }
  for (const [rail, depth] of settings.confirmations) {
    if (depth === 0)
      faults.push(`KEYHOLD_CONFIRMATIONS: ${rail}=0 would hand out keys for unconfirmed money, use 1 or more`)
  }
  return faults
}

/** The variables that list a chain's nodes. */
function nodeFields(chain: ChainId): readonly FieldName[] {
  return isOutputChain(chain) ? [rpcField(chain), esploraField(chain)] : [rpcField(chain)]
}

function railFaults({ settings, isSet }: SettingsDraft): readonly string[] {
  const faults: string[] = []
  let complete = 0
  for (const wallet of WALLETS) {
    const chains = CHAINS.filter((chain) =>
      settings.rails.some((rail) => rail.wallet === wallet && rail.chain === chain),
    )
    const nodes = chains.flatMap(nodeFields)
    const setNodes = nodes.filter(isSet)
    const hasXpub = isSet(xpubField(wallet))
    if (hasXpub && setNodes.length > 0) complete += 1
    else if (hasXpub)
      faults.push(`${xpubField(wallet)} is set without a node: set ${nodes.join(' or ')} too, or remove it`)
    else if (setNodes.length > 0) {
      faults.push(`${setNodes.join(' and ')}: set ${xpubField(wallet)} too, or there is no address to pay to`)
    }
  }
  if (complete === 0)
    faults.push('no rail is complete: production needs a node and an xpub for one coin at least')
  return faults
}

/** Settings that only a rehearsal may use. */
function testFaults({ settings, fields }: SettingsDraft): readonly string[] {
  if (settings.allowsTest) return []
  const unless = 'is for rehearsals only: change it, or say KEYHOLD_ALLOW_TEST=true'
  const faults: string[] = []
  if (settings.rates !== 'live') faults.push(`KEYHOLD_RATES: a fixed table of rates ${unless}`)
  for (const wallet of OUTPUT_WALLETS) {
    if (settings.outputNetworks[wallet] !== 'mainnet')
      faults.push(`${networkField(wallet)}: a test network ${unless}`)
  }
  for (const chain of EVM_CHAINS) {
    const value = fields[chainIdField(chain)]
    if (value !== undefined && value !== CHAIN_TABLE[chain].mainnetChainId)
      faults.push(`${chainIdField(chain)}: a test network ${unless}`)
  }
  for (const wallet of WALLETS) {
    if (settings.wallets[wallet]?.isPublishedTestKey !== true) continue
    faults.push(
      `${xpubField(wallet)}: everyone knows the private key of this published test xpub; it ${unless}`,
    )
  }
  return faults
}

function demoFaults(drafted: SettingsDraft): readonly string[] {
  return [...publicDemoFaults(drafted), ...mainnetFaults(drafted)]
}

function publicDemoFaults({ settings, fields }: SettingsDraft): readonly string[] {
  if (fields.KEYHOLD_DEMO_PUBLIC === true) return []
  const unless =
    'the demo gives keys away and stays on this machine: use 127.0.0.1, or say KEYHOLD_DEMO_PUBLIC=true'
  const faults: string[] = []
  if (!isLoopback(settings.host)) faults.push(`HOST: ${unless}`)
  if (settings.publicUrl !== null && !isLoopback(new URL(settings.publicUrl).hostname)) {
    faults.push(`KEYHOLD_PUBLIC_URL: ${unless}`)
  }
  return faults
}

function mainnetFaults({ settings, isSet }: SettingsDraft): readonly string[] {
  const faults: string[] = []
  for (const wallet of OUTPUT_WALLETS) {
    if (settings.outputNetworks[wallet] !== 'mainnet') continue
    const others = networksOfWallet(wallet).filter((network) => network !== 'mainnet')
    faults.push(`${networkField(wallet)}: the demo never touches real money, use ${others.join(' or ')}`)
  }
  for (const chain of EVM_CHAINS) {
    const [rpc, chainId] = [rpcField(chain), chainIdField(chain)]
    if (settings.chains[chain].chainId === CHAIN_TABLE[chain].mainnetChainId) {
      faults.push(`${chainId}: the demo never touches real money, use a test network`)
    } else if (isSet(rpc) && !isSet(chainId)) {
      faults.push(`${rpc}: say which test network it is with ${chainId}`)
    }
  }
  return faults
}

/** On a main network, another contract than the issuer's would accept worthless tokens as payment. */
function tokenFaults({ settings, fields }: SettingsDraft): readonly string[] {
  return RAILS.flatMap(({ chain, contractSetting }) =>
    contractSetting !== null &&
    fields[contractSetting] !== undefined &&
    settings.chains[chain].chainId === CHAIN_TABLE[chain].mainnetChainId
      ? [`${contractSetting}: on the main network the contract is known, remove it`]
      : [],
  )
}

/** Every offered asset needs a rate, and a chain that no offered rail uses needs no node. */
function offerFaults({ settings, isSet }: SettingsDraft): readonly string[] {
  const { rates, rails } = settings
  const unrated = rates === 'live' ? [] : assetsOf(rails).filter((asset) => rates[asset] === undefined)
  const offered = offeredChains(rails)
  const unused = CHAINS.filter((chain) => !offered.includes(chain)).flatMap((chain) =>
    nodeFields(chain)
      .filter(isSet)
      .map((field) => [field, chain] as const),
  )
  return [
    ...unrated.map((asset) => `KEYHOLD_RATES: give ${asset} too, since it is offered`),
    ...unused.map(([field, chain]) => {
      const names = RAILS.filter((rail) => rail.chain === chain).map((rail) => rail.network)
      return `${field}: nothing is offered on ${chain}; name ${names.join(' or ')} in KEYHOLD_RAILS or KEYHOLD_EXTRA_RAILS, or remove it`
    }),
  ]
}
