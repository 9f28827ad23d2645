// Builds what the server serves: dist/client (hashed files, precompressed), dist/render (renders the facts as HTML) and the
// inline loader. Runs under the pinned Node: `npm run build`. An argument names another output folder than dist.
import { readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { listPackages } from './list-packages.mjs'
import { writeSbom } from './write-sbom.mjs'

// A test sets this to 'test', and then React's development build would be bundled.
process.env.NODE_ENV = 'production'
const dist = process.argv[2] ?? 'dist'
const started = performance.now()
const quiet = { logLevel: 'warn' }

const inBrowsers = new Set()
await build({
  ...quiet,
  plugins: [listPackages(inBrowsers)],
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
await rename(join(dist, 'loader/loader.js'), join(dist, 'render/loader.js.txt'))
await rm(join(dist, 'loader'), { recursive: true })
await compressAll(join(dist, 'client/assets'))
writeSbom(dist)
console.log(`the site was built in ${((performance.now() - started) / 1000).toFixed(1)} s`)

/** Writes `.br` and `.gz` beside every text file. */
async function compressAll(folder) {
  const files = (await readdir(folder)).filter((file) => /\.(js|css|svg)$/.test(file))
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
