// A plugin of the builds: writes `packages.json` into the output folder, the npm packages whose code is in it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** @param seen a set that builds share, such as that of the site and that of its workers. */
export function listPackages(seen = new Set()) {
  return {
    name: 'list-packages',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        for (const id of Object.keys(chunk.modules ?? {})) {
          const folder = packageFolderOf(id)
          if (folder !== null) seen.add(folder)
        }
      }
      const places = [...seen].map((folder) => folder.slice(folder.indexOf('node_modules/'))).sort()
      const source = `${JSON.stringify(places, null, 2)}\n`
      this.emitFile({ type: 'asset', fileName: 'packages.json', source })
    },
  }
}

/** The folder of the package that a module belongs to, with forward slashes; null for our own modules. */
function packageFolderOf(id) {
  const path = id.replaceAll('\\', '/').replace(/^\0/, '').split('?')[0]
  const [, folder] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path) ?? []
  if (folder === undefined) return null
  // some packages have a package.json without a name in a folder of their own; the folder's name counts
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return folder
}
