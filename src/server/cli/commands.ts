import type { Command } from './command.ts'

/** Every command of `npm run keyhold -- COMMAND`. */
export const COMMANDS: readonly Command[] = [
  {
    name: 'serve',
    usage: '',
    summary: 'serve the shop until it is told to stop',
    load: () => import('./serve.ts'),
  },
  {
    name: 'check',
    usage: '',
    summary: 'say every fault of settings, database, nodes and mail at once',
    load: () => import('./check.ts'),
  },
  {
    name: 'address',
    usage: 'RAIL [--index I] [--count N] [--xpub XPUB|-]',
    summary: 'print the addresses the wallet must show (RAIL: bitcoin, ethereum, erc20, trc20, bep20)',
    load: () => import('./address.ts'),
  },
  {
    name: 'admin create',
    usage: 'EMAIL [--role owner|manager|support|viewer|none]',
    summary: 'make an account for the back office; password on standard input, or a one-time link is printed',
    load: () => import('./admin-create.ts'),
  },
  {
    name: 'admin reset',
    usage: 'EMAIL [--role owner|manager|support|viewer]',
    summary:
      'end password, second factor and sessions of an account, for who is locked out; then as admin create',
    load: () => import('./admin-reset.ts'),
  },
  {
    name: 'keys generate',
    usage: 'EDITION N',
    summary: 'add fresh keys to the stock of an edition of the game folder',
    load: () => import('./keys-generate.ts'),
  },
  {
    name: 'keys import',
    usage: 'FILE|- [--edition EDITION]',
    summary: 'add keys from a file: a key a line, or CSV of key,edition',
    load: () => import('./keys-import.ts'),
  },
  {
    name: 'export',
    usage: 'orders|addresses|keys|audit',
    summary: 'print all orders, addresses to sweep, keys with their buyers, or who did what, as CSV',
    load: () => import('./export.ts'),
  },
  {
    name: 'person export',
    usage: 'EMAIL',
    summary: 'print everything the shop knows of an e-mail, as JSON',
    load: () => import('./person-export.ts'),
  },
  {
    name: 'person erase',
    usage: 'EMAIL [--paid-too]',
    summary: 'erase what the shop knows of an e-mail, and say what stays and why',
    load: () => import('./person-erase.ts'),
  },
  {
    name: 'payment show',
    usage: 'ID',
    summary: 'print an order: figures, what the chains show of it, its timeline',
    load: () => import('./payment-show.ts'),
  },
  {
    name: 'rescan',
    usage: 'RAIL --from HEIGHT',
    summary: 'read the blocks of a rail again, from a height up to where the shop stands',
    load: () => import('./rescan.ts'),
  },
]
