import type { Command } from './command.ts'

/** Every command of `npm run keyhold -- COMMAND`. */
export const COMMANDS: readonly Command[] = [
  {
    name: 'serve',
    usage: '',
    summary: 'serve the shop until it is stopped',
    load: async () => (await import('./serve.ts')).runServe,
  },
  {
    name: 'check',
    usage: '[--quick | --send-to ADDRESS]',
    summary:
      'print all faults of settings, database, nodes, rates and mail; --quick, for cron, asks nobody; --send-to sends a mail',
    load: async () => (await import('./check.ts')).runCheck,
  },
  {
    name: 'doctor',
    usage: '[--rail RAIL] [--email EMAIL] [--url URL]',
    summary:
      'order and pay one copy on each rail of the running shop on test networks; guide through a real order',
    load: async () => (await import('./doctor.ts')).runDoctor,
  },
  {
    name: 'address',
    usage: 'RAIL [--index I] [--count N] [--xpub XPUB|-]',
    summary: 'print the addresses the wallet must show (RAIL: bitcoin, ethereum, erc20, trc20, bep20)',
    load: async () => (await import('./address.ts')).runAddress,
  },
  {
    name: 'admin create',
    usage: 'EMAIL [--role owner|manager|support|viewer|none]',
    summary:
      'create an account for the back office; reads the password from standard input or prints a one-time link',
    load: async () => (await import('./admin-create.ts')).runAdminCreate,
  },
  {
    name: 'admin reset',
    usage: 'EMAIL [--role owner|manager|support|viewer]',
    summary:
      'remove password, second factor and sessions of an account, for someone who is locked out; then like admin create',
    load: async () => (await import('./admin-reset.ts')).runAdminReset,
  },
  {
    name: 'keys generate',
    usage: 'EDITION N',
    summary: 'add new keys to the stock of an edition of the game folder',
    load: async () => (await import('./keys-generate.ts')).runKeysGenerate,
  },
  {
    name: 'keys import',
    usage: 'FILE|- [--edition EDITION] [--dry-run|--partial]',
    summary: 'add keys from a file, all or none: one key per line, or CSV of key,edition',
    load: async () => (await import('./keys-import.ts')).runKeysImport,
  },
  {
    name: 'codes create',
    usage: '[CODE] --percent N|--amount N [--name NAME] [--count N] [OPTION VALUE …]',
    summary:
      'create a discount code, or a batch of generated ones; --edition, --uses, --per-mailbox, --from and --until limit it',
    load: async () => (await import('./codes-create.ts')).runCodesCreate,
  },
  {
    name: 'codes list',
    usage: '',
    summary: 'print the discount codes with their uses, orders and revenue',
    load: async () => (await import('./codes-list.ts')).runCodesList,
  },
  {
    name: 'export',
    usage: 'orders|addresses|keys|audit|oss [OPTION VALUE …]',
    summary: 'print orders, addresses to sweep, keys with their buyers, the audit, or VAT by country, as CSV',
    load: async () => (await import('./export.ts')).runExport,
  },
  {
    name: 'game export',
    usage: 'FOLDER',
    summary: 'write the files of the game folder that were changed in the back office, with their changes',
    load: async () => (await import('./game-export.ts')).runGameExport,
  },
  {
    name: 'sweep plan',
    usage: 'RAIL [--to ADDRESS] [--out FOLDER] [OPTION VALUE …]',
    summary:
      'print what lies where and what moving it costs; write unsigned transactions for an offline signer',
    load: async () => (await import('./sweep-plan.ts')).runSweepPlan,
  },
  {
    name: 'payout plan',
    usage: 'RAIL [--from ADDRESS] [--out FOLDER] [OPTION VALUE …]',
    summary:
      'quote all refunds of a rail at one moment and write the transactions that pay them, for an offline signer',
    load: async () => (await import('./payout-plan.ts')).runPayoutPlan,
  },
  {
    name: 'person export',
    usage: 'EMAIL',
    summary: 'print everything the shop stores about an e-mail, as JSON',
    load: async () => (await import('./person-export.ts')).runPersonExport,
  },
  {
    name: 'person erase',
    usage: 'EMAIL [--paid-too]',
    summary: 'erase what the shop stores about an e-mail, and print what stays and why',
    load: async () => (await import('./person-erase.ts')).runPersonErase,
  },
  {
    name: 'orders find',
    usage: 'TEXT',
    summary: 'find orders by id, e-mail, transaction hash, address, or the last group of a key',
    load: async () => (await import('./orders-find.ts')).runOrdersFind,
  },
  {
    name: 'stock',
    usage: '',
    summary: 'print the keys of each edition: free, promised, sold, and how long they last',
    load: async () => (await import('./stock.ts')).runStock,
  },
  {
    name: 'payment show',
    usage: 'ID',
    summary: 'print an order: its figures, its transfers on chain and its timeline',
    load: async () => (await import('./payment-show.ts')).runPaymentShow,
  },
  {
    name: 'backup',
    usage: 'FILE',
    summary: 'write the whole database to a file, while the shop runs',
    load: async () => (await import('./backup.ts')).runBackup,
  },
  {
    name: 'backup verify',
    usage: '[FILE]',
    summary:
      'restore a backup, by default the newest one, into a scratch database, and say whether it is whole',
    load: async () => (await import('./backup-verify.ts')).runBackupVerify,
  },
  {
    name: 'restore',
    usage: 'FILE [--yes] [--skip N] [--lost-since TIME] [--without-secret]',
    summary:
      'replace the database by a backup; go on with --status, --list-keys, --resume, --keys-sent FILE|- and --release-keys instead of a file',
    load: async () => (await import('./restore.ts')).runRestore,
  },
  {
    name: 'update',
    usage: '[--rolling | --back]',
    summary:
      'after a new release was installed: back up, migrate, check health, and roll back if anything fails; --back, before the earlier release is started again',
    load: async () => (await import('./update.ts')).runUpdate,
  },
  {
    name: 'version',
    usage: '[--json]',
    summary: 'print the version, its commit, the newest migration of its schema and its Node',
    load: async () => (await import('./version.ts')).runVersion,
  },
  {
    name: 'secret rotate',
    usage: '',
    summary:
      'replace the secret of the installation while the shop is stopped, and encrypt all keys with the new one',
    load: async () => (await import('./secret-rotate.ts')).runSecretRotate,
  },
  {
    name: 'secret abandon',
    usage: '[--yes]',
    summary: 'begin with a new secret where the old one is lost for good; without --yes, say what is lost',
    load: async () => (await import('./secret-abandon.ts')).runSecretAbandon,
  },
  {
    name: 'rescan',
    usage: 'RAIL --from HEIGHT',
    summary: 'read the blocks of a rail again, from a height up to the current one',
    load: async () => (await import('./rescan.ts')).runRescan,
  },
  {
    name: 'verify-site',
    usage: 'URL [--allow ORIGIN]',
    summary:
      'tell whether a URL serves the scripts of this release and nothing else; --allow names a live chat',
    load: async () => (await import('./verify-site.ts')).runVerifySite,
  },
  {
    name: 'verify-build',
    usage: '[FOLDER]',
    summary: 'build the sources again and compare every file with dist, or with another folder',
    load: async () => (await import('./verify-build.ts')).runVerifyBuild,
  },
]
