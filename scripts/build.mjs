// Builds what the server serves: dist/client (hashed files, precompressed), dist/render (renders the facts as HTML) and the
// inline loader. Runs under the pinned Node: `npm run build`. An argument names another output folder than dist.
import { createHash } from 'node:crypto'
import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { listPackages } from './list-packages.mjs'
import { nameTexts } from './name-texts.mjs'
import { writeSbom } from './write-sbom.mjs'

// A test sets this to 'test', and then React's development build would be bundled.
process.env.NODE_ENV = 'production'
const dist = process.argv[2] ?? 'dist'
const started = performance.now()
const quiet = { logLevel: 'warn' }

const inBrowsers = new Set()
await build({
  ...quiet,
  plugins: [nameTexts(), listPackages(inBrowsers)],
  worker: { plugins: () => [listPackages(inBrowsers)] },
  build: { outDir: join(dist, 'client'), emptyOutDir: true },
})
await build({
  ...quiet,
  configFile: false,
  publicDir: false,
  plugins: [react(), listPackages()],
  // Without it, React's development build would be bundled beside its production build.
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: true,
    outDir: join(dist, 'render'),
    emptyOutDir: true,
    minify: true,
    rolldownOptions: {
      input: { render: 'src/web/render.tsx' },
      // The server renders in every language, so it imports what the browser loads on demand; the warning does not apply.
      checks: { ineffectiveDynamicImport: false },
      output: { entryFileNames: '[name].js' },
    },
  },
  ssr: { noExternal: true },
})
await build({
  ...quiet,
  configFile: false,
  publicDir: false,
  build: {
    outDir: join(dist, 'loader'),
    emptyOutDir: true,
    target: 'es2022',
    reportCompressedSize: false,
    lib: {
      entry: 'src/web/loader/loader.ts',
      formats: ['iife'],
      name: 'loader',
      fileName: () => 'loader.js',
    },
  },
})
await writeLoader(dist)
await buildEmbedHost(dist)
await writeOrderForms(dist)
await compressAll(join(dist, 'client/assets'))
writeSbom(dist, ['client', 'render'])
console.log(`the site was built in ${((performance.now() - started) / 1000).toFixed(1)} s`)

/** Writes the loader as text, for the pages that have it inside, and as a file, for the others. */
async function writeLoader(folder) {
  const loader = (await readFile(join(folder, 'loader/loader.js'), 'utf8')).trim()
  await writeFile(join(folder, 'render/loader.js.txt'), loader)
  await writeFile(join(folder, `client/assets/loader-${hashOf(loader)}.js`), loader)
  await rm(join(folder, 'loader'), { recursive: true })
}

/** For the name of a file. */
function hashOf(text) {
  return createHash('sha256').update(text).digest('base64url').slice(0, 7)
}

/** Builds the script that other sites load. It is named like every file of the build, and served as /embed.js. */
async function buildEmbedHost(folder) {
  const outDir = join(folder, 'embed-host')
  const lib = {
    entry: 'src/web/embed-host/embed-host.ts',
    formats: ['iife'],
    name: 'keyhold',
    fileName: () => 'embed-host.js',
  }
  const options = { outDir, emptyOutDir: true, target: 'es2022', reportCompressedSize: false, lib }
  await build({ ...quiet, configFile: false, publicDir: false, build: options })
  const script = (await readFile(join(outDir, 'embed-host.js'), 'utf8')).trim()
  await writeFile(join(folder, `client/assets/embed-host-${hashOf(script)}.js`), script)
  await rm(outDir, { recursive: true })
}

/** Writes the order form in every language, with the names of the dialog's scripts: the landing page shows it before those. */
async function writeOrderForms(folder) {
  const { LANGUAGES } = await import('../src/shared/languages.ts')
  const { renderOrderFormMarkup } = await import(pathToFileURL(resolve(folder, 'render/render.js')).href)
  const manifest = JSON.parse(await readFile(join(folder, 'client/manifest.json'), 'utf8'))
  const filesOf = (key, seen = new Set()) => {
    if (seen.has(key)) return []
    seen.add(key)
    const { file, imports = [] } = manifest[key]
    return [`/${file}`, ...imports.flatMap((imported) => filesOf(imported, seen))]
  }
  const names = await readdir(join(folder, 'client/assets'))
  const loaded = filesOf('src/web/island.tsx')
  const dialog = filesOf('src/web/checkout/checkout-dialog.tsx').filter((file) => !loaded.includes(file))
  for (const language of LANGUAGES) {
    const texts = names.find((name) => name.startsWith(`site-${language}-`))
    if (texts === undefined) throw new Error(`expected the build to have a file site-${language}-….js`)
    const markup = renderOrderFormMarkup(language, [...dialog, `/assets/${texts}`])
    const hash = createHash('sha256').update(markup).digest('base64url').slice(0, 6)
    await writeFile(join(folder, `client/assets/order-form-${language}-${hash}.html`), markup)
  }
}

/** Writes `.br` and `.gz` beside every text file. */
async function compressAll(folder) {
  const files = (await readdir(folder)).filter((file) => /\.(js|css|svg|html)$/.test(file))
  await Promise.all(files.map((file) => compress(join(folder, file))))
}

async function compress(file) {
  const content = await readFile(file)
  const brotli = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  }
  const [small, wide] = await Promise.all([
    promisify(brotliCompress)(content, brotli),
    promisify(gzip)(content, { level: 9 }),
  ])
  await Promise.all([writeFile(`${file}.br`, small), writeFile(`${file}.gz`, wide)])
}
