import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { missingForMachine, openMachine } from './machine.ts'

// npm run proof:image: builds deploy/Dockerfile with Debian's buildah on a machine of its own, runs the image with Debian's podman
// as deploy/compose.yaml does, and buys a copy from it. The two base images are made of Debian's packages and of the Node of
// package-lock.json, since a registry of images is not everywhere; all steps of the Dockerfile are run as they are.

const ROOT = join(import.meta.dirname, '../..')
const NODE = join(ROOT, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
const RUN = `podman run --detach --name shop --network host --cgroups disabled --read-only --tmpfs /tmp --cap-drop all \\
  --security-opt no-new-privileges --volume shop-data:/data --env HOST=127.0.0.1 --env KEYHOLD_PROFILE=demo keyhold`
const SHOP = 'podman exec shop node_modules/.bin/node dist/server/main.cjs'

/** What is done, and what its output must contain. */
const STEPS: readonly (readonly [what: string, script: string, expected: RegExp])[] = [
  [
    'a container engine is installed',
    'apt-get install --yes --no-install-recommends buildah podman crun git curl >/dev/null && buildah --version',
    /buildah version/,
  ],
  [
    'the base images are there',
    `set -e
export BUILDAH_ISOLATION=chroot STORAGE_DRIVER=vfs
debian=$(buildah from scratch)
tar --create --one-file-system --exclude=./srv --exclude=./var/lib/containers --exclude=./var/cache/apt/archives -C / . | tar --extract -C "$(buildah mount $debian)"
buildah commit --quiet $debian docker.io/library/debian:bookworm-slim
node=$(buildah from --pull-never docker.io/library/debian:bookworm-slim)
buildah add --quiet $node /srv/node /usr/local
buildah config --env NODE_EXTRA_CA_CERTS=/usr/local/share/trusted.pem $node
buildah run $node -- sh -c 'ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && npm --version'
buildah commit --quiet $node docker.io/library/node:24-bookworm-slim
buildah images`,
    /node +24-bookworm-slim/,
  ],
  [
    'the image is built',
    `cd /srv/keyhold && BUILDAH_ISOLATION=chroot STORAGE_DRIVER=vfs buildah build --pull-never --network host --format docker \\
  --file deploy/Dockerfile --tag keyhold . && STORAGE_DRIVER=vfs buildah images`,
    /localhost\/keyhold +latest/,
  ],
  ['it starts', `export STORAGE_DRIVER=vfs; ${RUN}; ${waitFor('/health/live')}`, /"ready":true/],
  ['it runs as user 10001', 'STORAGE_DRIVER=vfs podman exec shop id -u', /^10001$/m],
  [
    'its file system is read-only',
    'STORAGE_DRIVER=vfs podman exec shop sh -c "touch /keyhold/x; touch /x"',
    /\/keyhold\/x'?: Read-only file system/,
  ],
  ['its health check passes', 'STORAGE_DRIVER=vfs podman healthcheck run shop; echo status $?', /status 0/],
  ['it sells', `STORAGE_DRIVER=vfs ${SHOP} doctor --rail bitcoin`, /no faults/],
  [
    'it ends in order, and keeps its data',
    `export STORAGE_DRIVER=vfs; podman stop --time 30 shop >/dev/null; podman inspect --format 'ended {{.State.ExitCode}}' shop
podman start shop >/dev/null; ${waitFor('/health/live')}; ${SHOP} orders find doctor@`,
    /ended 0[\s\S]*confirmed/,
  ],
]

const missing = missingForMachine()
if (missing !== null) {
  console.error(`proof:image cannot run here: ${missing}`)
  process.exit(3)
}
const machine = await openMachine([])
let faults = 0
try {
  const clone = ['clone', '--quiet', '--depth=1', `file://${ROOT}`]
  execFileSync('git', [...clone, machine.pathOf('/srv/keyhold')])
  const npm = join(dirname(execFileSync('which', ['npm'], { encoding: 'utf8' })), '../lib/node_modules/npm')
  cpSync(NODE, machine.pathOf('/srv/node/bin/node'))
  cpSync(npm, machine.pathOf('/srv/node/lib/node_modules/npm'), { recursive: true, dereference: true })
  for (const [what, script, expected] of STEPS) {
    const startedMs = performance.now()
    const lines: string[] = []
    await machine.run(script, (line) => lines.push(line))
    const isTrue = expected.test(lines.join('\n'))
    console.log(
      `${isTrue ? 'ok   ' : 'FAULT'} ${what} (${((performance.now() - startedMs) / 1000).toFixed(1)} s)`,
    )
    if (isTrue) continue
    for (const line of lines.slice(-60)) console.log(`      ${line}`)
    faults += 1
    break
  }
} finally {
  await machine.remove()
}
process.exit(faults > 0 ? 1 : 0)

function waitFor(path: string): string {
  return `curl --silent --retry 60 --retry-delay 1 --retry-all-errors http://127.0.0.1:8080${path}`
}
