import type { HDKey } from '@scure/bip32'
import type { OutputNetwork, OutputNetworks } from '#shared/address-form.ts'
import { isOutputWallet, WALLETS, type Wallet } from '#shared/chains.ts'
import { accountPath, type AddressScript } from './account-path.ts'
import { decodeExtendedKey, type ExtendedKeyKind } from './extended-key.ts'
import { containsPrivateMaterial } from './private-material.ts'
import { isPublishedTestXpub } from './published-test-xpubs.ts'
import { openReceivingBranch, type ReceivingBranch } from './receiving-branch.ts'

/** An account's extended public key, from which `deriveAddress(xpub, index)` derives addresses. */
export interface Xpub {
  readonly wallet: Wallet
  readonly script: AddressScript
  /** The network of its addresses; null where the wallet has no test-network form (EVM, Tron). */
  readonly network: OutputNetwork | null
  /** BIP-32 fingerprint, eight hexadecimal digits; it is the same for one key written as xpub or zpub. */
  readonly fingerprint: string
  /** Whether its private key is public: an account of a published test mnemonic. */
  readonly isPublishedTestKey: boolean
  /** The account's public key. */
  readonly account: HDKey
  /** The account's path by the standard of its kind, `m/84'/0'/0'`; null if it follows none. */
  readonly path: string | null
  /** The branch of receiving addresses, account/0. */
  readonly receiving: ReceivingBranch
}

/** Why a text is not a usable extended public key. The message never repeats the text. */
type XpubFault =
  | { readonly kind: 'private-material'; readonly message: string }
  | { readonly kind: 'malformed'; readonly message: string }
  | { readonly kind: 'unsuitable'; readonly message: string }
  | {
      readonly kind: 'wrong-network'
      /** The network of the key; test networks share one prefix. */
      readonly keyNetwork: 'mainnet' | 'test'
      readonly message: string
    }

/** The result of {@link parseXpub}: a usable key, or why there is none. */
export type ParsedXpub = { readonly kind: 'xpub'; readonly xpub: Xpub } | XpubFault

/** Electrum's own accounts are at depth 1, those of BIP-44, BIP-49 and BIP-84 at depth 3. */
const ACCOUNT_DEPTHS: readonly number[] = [1, 2, 3]

type Scripts = Readonly<Record<string, AddressScript>>

/** What gives which addresses, by wallet, network and the first letters of the key. Source: SLIP-132. */
const SCRIPTS: Readonly<Record<Wallet, { readonly mainnet: Scripts; readonly test: Scripts }>> = {
  bitcoin: {
    mainnet: { zpub: 'p2wpkh', ypub: 'p2sh-p2wpkh', xpub: 'p2wpkh' },
    test: { vpub: 'p2wpkh', upub: 'p2sh-p2wpkh', tpub: 'p2wpkh' },
  },
  litecoin: {
    mainnet: {
      zpub: 'p2wpkh',
      ypub: 'p2sh-p2wpkh',
      xpub: 'p2wpkh',
      Ltub: 'p2wpkh',
      Mtub: 'p2sh-p2wpkh',
    },
    test: { vpub: 'p2wpkh', upub: 'p2sh-p2wpkh', tpub: 'p2wpkh', ttub: 'p2wpkh' },
  },
  evm: { mainnet: { xpub: 'evm' }, test: {} },
  tron: { mainnet: { xpub: 'tron' }, test: {} },
}

/**
 * Parses an account's extended public key. Bitcoin accepts xpub, ypub and zpub on mainnet and tpub, upub and vpub on the
 * other networks (ypub and upub give P2SH-P2WPKH addresses, the others P2WPKH), Litecoin its own prefixes as well; EVM and
 * Tron accept only xpub.
 *
 * @param text as in a setting; white space around it is ignored.
 * @param options.outputNetworks the shop's networks; ignored for EVM and Tron.
 * Source: BIP-32, SLIP-132.
 */
export function parseXpub(
  text: string,
  options: { readonly wallet: Wallet; readonly outputNetworks: OutputNetworks },
): ParsedXpub {
  if (containsPrivateMaterial(text)) return PRIVATE
  const decoded = decodeExtendedKey(text.trim())
  if (decoded === 'private') return PRIVATE
  if (decoded === 'malformed') return malformed(options.wallet)
  const { kind, hdKey } = decoded
  const { wallet } = options
  const network = isOutputWallet(wallet) ? options.outputNetworks[wallet] : null
  const fault = faultOfKind(kind, wallet, network) ?? faultOfDepth(hdKey.depth)
  if (fault !== null) return fault
  let receiving: ReceivingBranch | null = null
  const script = SCRIPTS[wallet][kind.network][kind.prefix] ?? 'p2wpkh'
  return {
    kind: 'xpub',
    xpub: {
      wallet,
      script,
      network,
      account: hdKey,
      path: accountPath(hdKey, { wallet, script, network }),
      fingerprint: hdKey.fingerprint.toString(16).padStart(8, '0'),
      isPublishedTestKey: isPublishedTestXpub(hdKey),
      // the first derivation of a process takes about 50 ms, and most starts need none
      get receiving() {
        return (receiving ??= openReceivingBranch(hdKey))
      },
    },
  }
}

const PRIVATE: XpubFault = {
  kind: 'private-material',
  message:
    'this is private key material or seed words. Keyhold never needs them: take them out of the settings, treat them ' +
    "as known to others, and give the account's extended public key instead",
}

function malformed(wallet: Wallet): XpubFault {
  const { mainnet, test } = SCRIPTS[wallet]
  return {
    kind: 'malformed',
    message: `expected an extended public key (${either({ ...mainnet, ...test })}, about 111 characters); this is none, or a character is wrong`,
  }
}

/** `zpub, ypub or xpub` */
function either(scripts: Scripts): string {
  const prefixes = Object.keys(scripts)
  return [prefixes.slice(0, -1).join(', '), ...prefixes.slice(-1)].filter((part) => part !== '').join(' or ')
}

/** @param network of the shop; null for a wallet without test networks. */
function faultOfKind(kind: ExtendedKeyKind, wallet: Wallet, network: OutputNetwork | null): XpubFault | null {
  if (kind.isMultisig) {
    return {
      kind: 'unsuitable',
      message: `expected the key of a wallet with one signer, got a ${kind.prefix}, which belongs to a multi-signature wallet`,
    }
  }
  const wanted = network === null || network === 'mainnet' ? 'mainnet' : 'test'
  const expected = either(SCRIPTS[wallet][wanted])
  if (SCRIPTS[wallet][kind.network][kind.prefix] === undefined) {
    const [other] = WALLETS.filter((one) => kind.prefix in SCRIPTS[one][kind.network])
    const whose = other === undefined ? 'another' : capitalised(other)
    return {
      kind: 'unsuitable',
      message: `expected ${network === null ? 'an' : 'a'} ${expected}, got a ${kind.prefix}, which is a ${whose} wallet's`,
    }
  }
  if (kind.network === wanted) return null
  return {
    kind: 'wrong-network',
    keyNetwork: kind.network,
    message: `expected a ${expected} for ${capitalised(wallet)} ${network ?? ''}, got a ${kind.prefix}, which is of ${
      kind.network === 'mainnet' ? 'mainnet' : 'a test network'
    }`,
  }
}

function capitalised(wallet: Wallet): string {
  return wallet.charAt(0).toUpperCase() + wallet.slice(1)
}

function faultOfDepth(depth: number): XpubFault | null {
  if (ACCOUNT_DEPTHS.includes(depth)) return null
  return {
    kind: 'unsuitable',
    message:
      `expected an account's key (depth 3, such as m/84'/0'/0'), got one of depth ${String(depth)}: ` +
      'the wallet would not show the addresses derived from it. Export the account, not the root or a single branch',
  }
}
