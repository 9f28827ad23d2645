// npm run bench -- core
const benches: Readonly<Record<string, () => Promise<{ run: () => Promise<void> }>>> = {
  core: () => import('./core.ts'),
}

const name = process.argv[2] ?? ''
const load = benches[name]
if (load === undefined) {
  console.error(`usage: npm run bench -- ${Object.keys(benches).join('|')}`)
  process.exitCode = 2
} else {
  await (await load()).run()
}
