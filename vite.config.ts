import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// What the island shares with the pages and the dialog: one file more for the landing page to fetch, not five.
const SHARED = [
  'web/api/(call-shop|read-again|server-clock|is-email)',
  'texts/(define-texts|load-site-texts)',
  'web/live/use-live',
  'web/payment/(stored-payment|order-intent)',
  'web/ui/(browser-store|adopt-styles)',
]

// What shows the order form before React is loaded: none of it may import React.
const FORM = [
  'shared/(constants|money|editions|locale-of)',
  'texts/format',
  'web/landing/(order-form-markup|read-quantity|rest-sections)',
]

// Each script is fetched by the page that names it; see src/web/loader/load-scripts.ts.
const SCRIPTS = {
  island: 'src/web/island.tsx',
  orderForm: 'src/web/landing/order-form-entry.ts',
  order: 'src/web/order-entry.tsx',
  embed: 'src/web/embed-entry.tsx',
  wallet: 'src/web/demo/wallet-entry.tsx',
  mail: 'src/web/demo/mail-entry.tsx',
  signIn: 'src/web/sign-in/sign-in-entry.ts',
  admin: 'src/web/admin/admin-entry.tsx',
  gallery: 'src/web/landing/gallery-viewer.ts',
  support: 'src/web/support-entry.ts',
  withdraw: 'src/web/plain-pages/withdraw-entry.ts',
}

// Put into the pages that name them; see src/server/site/page-css.ts.
const SHEETS = {
  site: 'src/web/site.css',
  landing: 'src/web/landing/landing.css',
  credits: 'src/web/credits/credits.css',
  docs: 'src/web/docs/docs.css',
  legal: 'src/web/legal/legal.css',
  notFound: 'src/web/not-found/not-found.css',
  currencies: 'src/web/payment/currency-choice.css',
  transition: 'src/web/styles/transition.css',
  shell: 'src/web/layout/shell.css',
  plain: 'src/web/plain-pages/plain.css',
  print: 'src/web/print.css',
  latin: 'src/web/fonts/latin.css',
  accents: 'src/web/fonts/accents.css',
  text: 'src/web/fonts/text.css',
  cyrillic: 'src/web/fonts/cyrillic.css',
  arabic: 'src/web/fonts/arabic.css',
  hebrew: 'src/web/fonts/hebrew.css',
  chinese: 'src/web/fonts/chinese.css',
}

export default defineConfig({
  plugins: [react()],
  publicDir: false,
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    manifest: 'manifest.json',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        ...SCRIPTS,
        ...SHEETS,
      },
      output: {
        // the shortest that the bundler takes: hashes are what no page can compress, and the landing page names twenty
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        // tells zod not to try whether it may compile code: the content policy refuses that, and reports it
        intro: ({ moduleIds }) =>
          moduleIds.some((id) => /node_modules[\\/]zod[\\/]/.test(id))
            ? '(globalThis.__zod_globalConfig ??= {}).jitless = true;'
            : '',
        codeSplitting: {
          groups: [
            // One file for React, so that the loader can fetch it beside the island.
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: 'form', test: new RegExp(`/src/(${FORM.join('|')})\\.ts$`) },
            { name: 'shop', test: new RegExp(`/src/(${SHARED.join('|')})\\.ts$`) },
            // What the payment dialog shares with other pages: one file beside it, not six.
            {
              name: 'paying',
              test: /\/src\/(shared\/(rails|address-form)|web\/api\/payments|web\/(checkout|payment)\/|web\/ui\/(copy-text|download|field|fill-text|sign|step-heading|use-announcement))/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
})
