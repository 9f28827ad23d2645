import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { DEMO_XPUBS } from '#server/chain/addresses/demo-xpubs.ts'
import type { Machine } from './machine.ts'

// What a machine of a proof has in place of something that is elsewhere.

const ROOT = join(import.meta.dirname, '../..')

/** What an operator has elsewhere, served beside a machine. */
export interface Nodes {
  readonly bitcoin: string
  readonly ethereum: string
  readonly mail: string
}
/** A mail that arrived there. */
export interface Mail {
  readonly subject: string
  readonly text: string
}

/** Serves a bitcoind, an Ethereum node and a mail server in the machine's network. */
export async function startNodes(on: Machine, mails: Mail[]): Promise<Nodes> {
  return new Promise((resolve, reject) => {
    const child = on.beside([join(ROOT, 'test/set-up/serve-nodes.ts')], (line) => {
      if (!line.startsWith('{')) return
      const told = JSON.parse(line) as ({ kind: 'nodes' } & Nodes) | ({ kind: 'mail' } & Mail)
      if (told.kind === 'nodes') resolve(told)
      else mails.push(told)
    })
    child.once('exit', (status) => {
      reject(new Error(`the nodes ended with ${String(status)}`))
    })
  })
}

/** github.com/your-studio/keyhold is this checkout's last commit, on the machine's disk. */
export function placeRepository(on: Machine): void {
  const repository = '/srv/keyhold.git'
  const clone = ['clone', '--quiet', '--bare', '--depth=1', '--single-branch', `file://${ROOT}`]
  execFileSync('git', [...clone, on.pathOf(repository)])
  on.write(
    '/etc/gitconfig',
    `[url "file://${repository}"]\n\tinsteadOf = https://github.com/your-studio/keyhold.git\n[safe]\n\tdirectory = *\n`,
  )
}

/** `editor` writes the settings that an operator would type. */
export function placeEditor(on: Machine, settings: Readonly<Record<string, string>>): void {
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  const names = Object.keys(settings).join('|')
  on.write(
    '/usr/local/bin/editor',
    `#!/bin/sh\nset -e\ngrep -Ev '^(${names})=' "$1" > "$1.edited"\ncat >> "$1.edited" << 'END'\n${lines.join('\n')}\nEND\ncat "$1.edited" > "$1"\nrm "$1.edited"\n`,
    0o755,
  )
}

/** The settings of a shop on test networks. */
export function rehearsalSettings(nodes: Nodes, publicUrl: string): Readonly<Record<string, string>> {
  return {
    KEYHOLD_PUBLIC_URL: publicUrl,
    KEYHOLD_SMTP_URL: nodes.mail,
    KEYHOLD_MAIL_FROM: 'keys@studio.example',
    KEYHOLD_BITCOIN_XPUB: DEMO_XPUBS.bitcoin,
    KEYHOLD_BITCOIN_RPC: nodes.bitcoin,
    KEYHOLD_EVM_XPUB: DEMO_XPUBS.evm,
    KEYHOLD_ETHEREUM_RPC: nodes.ethereum,
    // what a rehearsal on test networks needs besides
    KEYHOLD_ALLOW_TEST: 'true',
    KEYHOLD_BITCOIN_NETWORK: 'regtest',
    KEYHOLD_ETHEREUM_CHAIN_ID: '31337',
    KEYHOLD_RATES: 'fixed:BTC=60000,ETH=3000,USDT=1',
    KEYHOLD_CONFIRMATIONS: 'BTC=1,ETH=1',
  }
}
