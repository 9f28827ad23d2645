import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Architecture } from './assemble-folder.ts'
import { writeTar, type TarContent } from './write-tar.ts'

/** How images name an architecture. */
export const PLATFORMS: Readonly<Record<Architecture, { architecture: string; variant?: string }>> = {
  x64: { architecture: 'amd64' },
  arm64: { architecture: 'arm64', variant: 'v8' },
}
const SUITE = 'bookworm'
/** What Node and PostgreSQL need of a system: C and C++ libraries, and the shell that initdb calls. */
const PACKAGES = 'base-files,libc6,libstdc++6,dash,netbase'
/** Of the machine that unpacks, or of no use without a package manager. */
const NOT_OF_BASE = [
  'dev',
  'etc/hostname',
  'etc/resolv.conf',
  'etc/apt',
  'etc/fstab',
  'usr/share/man',
  'var/lib/apt',
  'var/cache',
]
const USER = 10_001
const MANIFEST = 'application/vnd.oci.image.manifest.v1+json'

/** What an image is made of. */
export interface ImageContent {
  readonly architecture: Architecture
  readonly version: string
  readonly commit: string
  /** Seconds since 1970, of every file and of the image. */
  readonly time: number
  /** The layers from below, each a folder that becomes the root. */
  readonly layers: readonly TarContent[]
}

/** Unpacks the packages of Debian that a shop needs, of any architecture, and runs nothing of them. */
export function unpackBase(folder: string, architecture: Architecture, time: number): void {
  const { architecture: name } = PLATFORMS[architecture]
  execFileSync(
    'mmdebstrap',
    [
      '--quiet',
      '--variant=extract',
      `--architectures=${name}`,
      `--include=${PACKAGES}`,
      // without a mirror named it takes Debian's own, with updates and security
      SUITE,
      folder,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, SOURCE_DATE_EPOCH: String(time) } },
  )
  for (const path of NOT_OF_BASE) rmSync(join(folder, path), { recursive: true, force: true })
  for (const path of ['dev', 'proc', 'sys', 'tmp', 'run']) mkdirSync(join(folder, path), { recursive: true })
  writeFileSync(
    join(folder, 'etc/passwd'),
    `root:x:0:0:root:/root:/usr/sbin/nologin\nkeyhold:x:${String(USER)}:${String(USER)}::/data:/usr/sbin/nologin\n`,
  )
  writeFileSync(join(folder, 'etc/group'), `root:x:0:\nkeyhold:x:${String(USER)}:\n`)
}

/** The layers of a shop: Debian's libraries, the release without its documents, and the folder for data. */
export function layersOf(
  base: string,
  { release, data, time }: { release: { folder: string; name: string }; data: string; time: number },
): readonly TarContent[] {
  mkdirSync(join(data, 'data'), { recursive: true, mode: 0o700 })
  return [
    { folder: base, names: ['.'], time },
    {
      folder: release.folder,
      names: [release.name],
      time,
      options: [
        ...['docs', 'deploy'].map((name) => `--exclude=${release.name}/${name}`),
        `--transform=s,^${release.name.replaceAll('.', String.raw`\.`)},keyhold,S`,
      ],
    },
    { folder: data, names: ['data'], time, owner: USER },
  ]
}

/**
 * Writes an image as an archive of an OCI image layout (image-spec 1.0), with the `manifest.json` that `docker load` reads.
 *
 * @param work a folder that does not exist yet.
 */
export async function writeImage(path: string, work: string, content: ImageContent): Promise<void> {
  const { architecture, version, commit, time, layers } = content
  const blobs = join(work, 'blobs/sha256')
  mkdirSync(blobs, { recursive: true })
  const written = []
  for (const layer of layers) {
    const tar = await writeTar(join(blobs, 'layer'), layer, true)
    renameSync(join(blobs, 'layer'), join(blobs, tar.digest))
    written.push(tar)
  }
  const store = (mediaType: string, value: object) => {
    const text = JSON.stringify(value)
    const digest = createHash('sha256').update(text).digest('hex')
    writeFileSync(join(blobs, digest), text)
    return { mediaType, digest: `sha256:${digest}`, size: Buffer.byteLength(text) }
  }
  const created = new Date(time * 1000).toISOString()
  const labels = {
    'org.opencontainers.image.title': 'keyhold',
    'org.opencontainers.image.version': version,
    'org.opencontainers.image.revision': commit,
    'org.opencontainers.image.licenses': 'MIT',
  }
  const config = store('application/vnd.oci.image.config.v1+json', {
    created,
    ...PLATFORMS[architecture],
    os: 'linux',
    config: { ...processOf(), Labels: labels },
    rootfs: { type: 'layers', diff_ids: written.map(({ plainDigest }) => `sha256:${plainDigest}`) },
    history: layers.map(() => ({ created, created_by: 'npm run release' })),
  })
  const manifest = store(MANIFEST, {
    schemaVersion: 2,
    mediaType: MANIFEST,
    config,
    layers: written.map(({ digest, bytes }) => ({
      mediaType: 'application/vnd.oci.image.layer.v1.tar+gzip',
      digest: `sha256:${digest}`,
      size: bytes,
    })),
    annotations: labels,
  })
  const name = `keyhold:${version}`
  const at = (digest: string) => `blobs/${digest.replace(':', '/')}`
  const write = (file: string, value: unknown) => {
    writeFileSync(join(work, file), JSON.stringify(value))
  }
  write('oci-layout', { imageLayoutVersion: '1.0.0' })
  write('index.json', {
    schemaVersion: 2,
    manifests: [
      {
        ...manifest,
        platform: { os: 'linux', ...PLATFORMS[architecture] },
        annotations: {
          'io.containerd.image.name': `docker.io/library/${name}`,
          'org.opencontainers.image.ref.name': version,
        },
      },
    ],
  })
  write('manifest.json', [
    {
      Config: at(config.digest),
      RepoTags: [name],
      Layers: written.map(({ digest }) => `blobs/sha256/${digest}`),
    },
  ])
  const options = ['--mode=u+rwX,go+rX,go-w']
  const names = ['blobs', 'index.json', 'manifest.json', 'oci-layout']
  await writeTar(path, { folder: work, names, time, options }, false)
}

/** How the shop runs in a container: as deploy/systemd runs it. */
function processOf() {
  return {
    User: `${String(USER)}:${String(USER)}`,
    ExposedPorts: { '8080/tcp': {} },
    Env: [
      'PATH=/keyhold/node_modules/.bin:/usr/bin:/bin',
      'NODE_ENV=production',
      'HOST=0.0.0.0',
      'PORT=8080',
      'KEYHOLD_DATA=/data',
      'MALLOC_ARENA_MAX=2',
      'MALLOC_MMAP_THRESHOLD_=131072',
    ],
    Entrypoint: [
      '/keyhold/node_modules/.bin/node',
      '--max-semi-space-size=4',
      '--optimize-for-size',
      'dist/server/main.cjs',
    ],
    Cmd: ['serve'],
    Volumes: { '/data': {} },
    WorkingDir: '/keyhold',
    StopSignal: 'SIGTERM',
  }
}
