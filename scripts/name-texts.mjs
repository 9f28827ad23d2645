// A plugin of the site's build: the texts of an area are a file for each language, named by area, language and one hash of all
// of them, such as `dialog-ru-Bx7Qk2a.js`. A script then contains one name, and not one of each language for every visitor.
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { pathToFileURL } from 'node:url'
import { minify } from 'vite'

const LOADER = /\/src\/texts\/load-([a-z-]+)-texts\.ts$/

/** Replaces `src/texts/load-….ts`, which fetch the texts of one language: `load-dialog-texts.ts` by what fetches `dialog-ru-….js`. */
export function nameTexts() {
  return {
    name: 'name-texts',
    transform: {
      filter: { id: LOADER },
      async handler(_code, id) {
        const [, area] = LOADER.exec(id) ?? []
        const { LANGUAGES } = await import('../src/shared/languages.ts')
        const [[name, load]] = Object.entries(await import(pathToFileURL(id).href))
        const sources = await Promise.all(LANGUAGES.map(async (language) => moduleOf(await load(language))))
        const hash = createHash('sha256').update(sources.join('\n')).digest('base64url').slice(0, 7)
        for (const [index, language] of LANGUAGES.entries()) {
          const fileName = `assets/${area}-${language}-${hash}.js`
          this.emitFile({ type: 'asset', fileName, source: sources[index] })
        }
        const file = `\`./${area}-\${language}-${hash}.js\``
        return `export const ${name} = (language) => import(/* @vite-ignore */ ${file}).then(({ texts }) => texts)`
      },
    },
  }
}

async function moduleOf(texts) {
  const json = JSON.stringify(texts)
  if (!isDeepStrictEqual(texts, JSON.parse(json))) throw new Error('expected texts without functions')
  const { code } = await minify('texts.js', `export const texts = ${json}`, { module: true })
  return code
}
