// Preloaded into npm where it runs on a Node older than the shop's. npm leaves out optional packages whose `engines` exclude
// the Node it runs on, among them native parts of the build; what it installs here runs on the Node of package-lock.json.
const { packages } = require('../package-lock.json')
const pinned = packages[`node_modules/node-${process.platform}-${process.arch}`]
if (pinned !== undefined) Object.defineProperty(process, 'version', { value: `v${pinned.version}` })
