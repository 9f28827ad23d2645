// Writes dist/sbom.cdx.json: the npm packages of a release, as CycloneDX 1.6. Those are the packages whose code the builds
// have bundled, and those that `npm ci --omit=dev` installs. The same input gives the same bytes: no date, no random number.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const PARTS = ['client', 'render', 'server']

/**
 * Does nothing until every part has been built, with the packages of this lockfile.
 *
 * @param built the parts that were built just now.
 */
export function writeSbom(dist, built) {
  const { name, version, license, packages } = readLock()
  const lists = new Map(PARTS.map((part) => [part, listOf(join(dist, part, 'packages.json'))]))
  const isKnown = (place) => packages[place] !== undefined
  if ([...lists].some(([part, list]) => list === null || (!built.includes(part) && !list.every(isKnown))))
    return
  const bundled = new Set([...lists.values()].flat())
  const unknown = [...bundled].filter((place) => !isKnown(place))
  if (unknown.length > 0) throw new Error(`not in package-lock.json: ${unknown.join(', ')}`)
  const shipped = Object.entries(packages).filter(([place, entry]) => place !== '' && isShipped(place, entry))
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': purlOf(name, version),
        name,
        version,
        ...licenses(license),
      },
    },
    components: shipped.map(([place, entry]) => componentOf(place, entry)),
  }
  writeFileSync(join(dist, 'sbom.cdx.json'), `${JSON.stringify(bom, null, 2)}\n`)

  function isShipped(place, entry) {
    return bundled.has(place) || (entry.dev !== true && entry.devOptional !== true)
  }
}

function listOf(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

function readLock() {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  return { ...packages[''], packages }
}

function componentOf(place, { version, integrity, license, optional }) {
  const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
  return {
    type: 'library',
    'bom-ref': purlOf(name, version),
    name,
    version,
    // a package for one platform is installed where that platform is
    scope: optional === true ? 'optional' : 'required',
    hashes: hashesOf(integrity),
    ...licenses(license),
    purl: purlOf(name, version),
  }
}

/** `sha512-` and base64, as in the lockfile; SHA-512 of the package's archive. */
function hashesOf(integrity) {
  const [algorithm, digest] = integrity.split('-')
  return [{ alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') }]
}

function licenses(license) {
  if (license === undefined) return {}
  return { licenses: [/[ (]/.test(license) ? { expression: license } : { license: { id: license } }] }
}

function purlOf(name, version) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}
