import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { followCommands, type FollowedCommand } from './follow-commands.ts'
import { missingForMachine, openMachine, type Machine } from './machine.ts'
import {
  placeEditor,
  placeRepository,
  rehearsalSettings,
  startNodes,
  type Mail,
  type Nodes,
} from './stand-ins.ts'

// npm run proof:set-up: follows docs/operating.md from an empty machine to a paid order behind nginx with TLS. The commands are
// read from the document, run one by one and timed.

const DOMAIN = 'your.domain'
const SECOND_DOMAIN = 'other.domain'
const MOST_COMMANDS = 12
const MOST_SECONDS = 600
// BIP-32, test vector 2, chain m/0
const SECOND_XPUB =
  'xpub69H7F5d8KSRgmmdJg2KhpAK8SR3DjMwAdkxj3ZuxV27CprR9LgpeyGmXUbC6wb7ERfvrnKZjXoUmmDznezpbZb7ap6r1D3tgFxHmwMkQTPH'
const ROOT = join(import.meta.dirname, '../..')
const KEYS = Array.from({ length: 20 }, (_, at) => `KEYH0-LDPR0-00F${String(at + 10)},standard\n`).join('')

/** What the machine has in place of something that is elsewhere. All else is as the document says. */
const REPLACED = [
  `github.com/your-studio/keyhold is this checkout's last commit, fetched from the machine's disk`,
  `editor writes the settings that an operator would type`,
  `certbot signs the certificate itself: the domain is not a public one`,
  `bitcoin is regtest, whose node pays the order that doctor creates`,
]

const missing = missingForMachine()
if (missing !== null) {
  console.error(`proof:set-up cannot run here: ${missing}`)
  process.exit(3)
}
const commands = documentedCommands('docs/operating.md', '## From an empty machine')
const upgrade = documentedCommands('docs/upgrading.md', '## One process')
console.log(`${String(commands.length)} commands of docs/operating.md, on an empty Debian 12 with systemd`)
for (const line of REPLACED) console.log(`  in place of the real one: ${line}`)
const machine = await openMachine([DOMAIN, SECOND_DOMAIN])
const faults: string[] = []
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void machine.remove().then(() => process.exit(130)))
try {
  const mails: Mail[] = []
  const nodes = await startNodes(machine, mails)
  placeStandIns(machine, nodes)
  const steps = await follow(machine, commands)
  print(steps)
  if (steps.every(({ status }) => status === 0)) {
    await look(machine, mails)
    await followUpgrade(machine)
    await openSecondShop(machine)
  }
} finally {
  await machine.remove()
}
for (const fault of faults) console.log(`FAULT: ${fault}`)
process.exit(faults.length > 0 ? 1 : 0)

/** The lines of the first block of commands after a heading; each is one command. */
function documentedCommands(path: string, heading: string): readonly string[] {
  const [, text = ''] = readFileSync(join(ROOT, path), 'utf8').split(heading)
  const block = /```sh nomachine\n([\s\S]*?)```/.exec(text)?.[1] ?? ''
  return block.split('\n').filter((line) => line.trim() !== '')
}

function placeStandIns(on: Machine, nodes: Nodes): void {
  placeRepository(on)
  on.write('/root/keys.csv', KEYS)
  placeEditor(on, {
    ...rehearsalSettings(nodes, `https://${DOMAIN}`),
    NODE_EXTRA_CA_CERTS: '/usr/local/share/keyhold-set-up.pem',
  })
  on.write('/usr/local/share/keyhold-set-up.pem', '')
  on.write(
    '/usr/local/bin/certbot',
    `#!/bin/sh
set -e
while [ "$1" != --domain ]; do shift; done
mkdir -p "/etc/letsencrypt/live/$2"
cd "/etc/letsencrypt/live/$2"
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -keyout privkey.pem -out fullchain.pem \\
  -subj "/CN=$2" -addext "subjectAltName=DNS:$2" 2> /dev/null
cat fullchain.pem >> /usr/local/share/keyhold-set-up.pem
`,
    0o755,
  )
}

async function follow(on: Machine, list: readonly string[]): Promise<readonly FollowedCommand[]> {
  return followCommands(on, list, {
    onCommand: (command) => {
      console.log(`$ ${command}`)
    },
    onLine: (line) => {
      console.log(`    ${line}`)
    },
  })
}

/** The page about a new release, with the same one. */
async function followUpgrade(on: Machine): Promise<void> {
  const steps = await follow(on, upgrade)
  const pause = steps.slice(upgrade.findIndex((line) => line.startsWith('systemctl stop')))
  const seconds = pause.reduce((total, step) => total + step.seconds, 0).toFixed(1)
  console.log(`the shop was stopped for ${seconds} s`)
  const isDone = steps.length === upgrade.length && steps.every(({ status }) => status === 0)
  report('a new release is put in place', isDone, [])
  const lines: string[] = []
  await on.run(
    `keyhold shop doctor --rail ethereum --email d@studio.example --url https://${DOMAIN}`,
    (line) => lines.push(line),
  )
  report('it sells', /no faults/.test(lines.join('\n')), lines)
}

function print(steps: readonly FollowedCommand[]): void {
  console.log(`\n seconds  command`)
  for (const { seconds, command, status } of steps)
    console.log(
      `${seconds.toFixed(1).padStart(8)}  ${command}${status === 0 ? '' : `  FAILED: ${String(status)}`}`,
    )
  const sum = steps.reduce((total, { seconds }) => total + seconds, 0)
  console.log(
    `${sum.toFixed(1).padStart(8)}  all ${String(steps.length)} commands, ${(sum / 60).toFixed(1)} minutes\n`,
  )
  if (commands.length > MOST_COMMANDS) faults.push(`more than ${String(MOST_COMMANDS)} commands`)
  if (sum > MOST_SECONDS) faults.push(`more than ${String(MOST_SECONDS)} seconds`)
  if (steps.length < commands.length || steps.some(({ status }) => status !== 0))
    faults.push('a command failed')
}

/** What must be true now, seen from outside of the commands. */
async function look(on: Machine, mails: readonly Mail[]): Promise<void> {
  const sql = (statement: string) =>
    `runuser -u postgres -- psql --no-align --tuples-only --dbname keyhold_shop --command "${statement}"`
  const health = `curl --silent --show-error --cacert /etc/letsencrypt/live/${DOMAIN}/fullchain.pem`
  const expectations: readonly (readonly [what: string, script: string, expected: RegExp])[] = [
    ['an order is paid', sql('select status, delivered_at is not null from payments'), /^confirmed\|t$/m],
    [
      'the shop is no administrator',
      'ps -o user= -p $(systemctl show --value -p MainPID keyhold@shop)',
      /^keyhold$/m,
    ],
    ['nobody else reads the settings', 'stat -c %a:%U:%G /etc/keyhold/shop.env', /^640:root:keyhold$/m],
    ['PostgreSQL is of Debian', sql('show server_version'), /^15\..*Debian/m],
    ['nginx answers with TLS', `${health} https://${DOMAIN}/health/live`, /"ready":true/],
    [
      'http leads to https',
      `curl --silent -o /dev/null -w '%{redirect_url}' http://${DOMAIN}/`,
      /^https:\/\//,
    ],
    [
      'a log in a file is rotated',
      `mkdir -p /var/log/keyhold && echo x > /var/log/keyhold/shop.log && logrotate --force /opt/keyhold/deploy/logrotate/keyhold && ls /var/log/keyhold`,
      /^shop\.log\.1$/m,
    ],
    [
      'a backup was written, encrypted, and restored on trial',
      `timeout 180 sh -c 'until ${sql('select count(distinct kind) = 2 from backup_runs where failure is null')} | grep t; do sleep 1; done'; keyhold shop check | grep backups`,
      /^ok +backups: last backup 20.*, last verified restore 20/m,
    ],
    ['a restart serves again', 'systemctl restart keyhold@shop && keyhold shop check --quick', /no faults/],
    [
      'ether is paid as well',
      'keyhold shop doctor --rail ethereum --email b@studio.example --url https://your.domain',
      /no faults/,
    ],
  ]
  await on.run('apt-get install --yes --no-install-recommends curl', () => undefined)
  for (const [what, script, expected] of expectations) {
    const lines: string[] = []
    await on.run(script, (line) => lines.push(line))
    report(what, expected.test(lines.join('\n')), lines)
  }
  const withKey = mails.filter(({ text }) => /KEYH0-LDPR0-00F\d\d/.test(text))
  report(
    'the mails with the keys arrived',
    withKey.length >= 2,
    mails.map(({ subject }) => subject),
  )
}

/** Two shops on one machine, as the document says. */
async function openSecondShop(on: Machine): Promise<void> {
  const lines: string[] = []
  const status = await on.run(
    `set -e; cd /opt/keyhold; deploy/set-up other; editor /etc/keyhold/other.env
sed -i -e 's/${DOMAIN}/${SECOND_DOMAIN}/' -e '/^KEYHOLD_BITCOIN_/d' -e 's/^KEYHOLD_EVM_XPUB=.*/KEYHOLD_EVM_XPUB=${SECOND_XPUB}/' /etc/keyhold/other.env
keyhold other keys import - < /root/keys.csv
systemctl enable --now keyhold@other
deploy/publish other ${SECOND_DOMAIN}
keyhold other doctor --rail ethereum --email c@studio.example --url https://${SECOND_DOMAIN}
keyhold shop doctor --rail ethereum --email c@studio.example --url https://${DOMAIN}
for domain in ${DOMAIN} ${SECOND_DOMAIN}; do
  curl --silent --fail --cacert /etc/letsencrypt/live/$domain/fullchain.pem https://$domain/health/live
done
grep -h ^PORT= /etc/keyhold/*.env; ls -A /var/lib/keyhold`,
    (line) => lines.push(line),
  )
  const text = lines.join('\n')
  report(
    'a second shop sells beside the first',
    status === 0 && /PORT=8081\nPORT=8080/.test(text) && /^other\nshop$/m.test(text),
    lines,
  )
}

function report(what: string, isTrue: boolean, lines: readonly string[]): void {
  console.log(`${isTrue ? 'ok   ' : 'FAULT'} ${what}`)
  if (isTrue) return
  for (const line of lines) console.log(`      ${line}`)
  faults.push(what)
}
