// npm run bench -- core, npm run bench -- admin
const benches: Readonly<Record<string, () => Promise<{ run: () => Promise<void> }>>> = {
  core: () => import('./core.ts'),
  admin: () => import('./admin.ts'),
}

const name = process.argv[2] ?? ''
const load = benches[name]
if (load === undefined) {
  console.error(`usage: npm run bench -- ${Object.keys(benches).join('|')}`)
  process.exitCode = 2
} else {
  await (await load()).run()
}
