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
]
