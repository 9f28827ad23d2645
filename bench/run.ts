// npm run bench -- block|limit|core|page|serve|admin|calls|start|checkout|statements|idle|live|watching|pages|processes|memory|mutations|vendure
const benches: Readonly<Record<string, () => Promise<{ run: (args: readonly string[]) => Promise<void> }>>> =
  {
    block: () => import('./block.ts'),
    limit: () => import('./limit.ts'),
    core: () => import('./core.ts'),
    admin: () => import('./admin.ts'),
    page: () => import('./page.ts'),
    serve: () => import('./serve.ts'),
    calls: () => import('./calls.ts'),
    start: () => import('./start.ts'),
    checkout: () => import('./checkout.ts'),
    statements: () => import('./statements.ts'),
    watching: () => import('./watching.ts'),
    pages: () => import('./pages.ts'),
    processes: () => import('./processes.ts'),
    live: () => import('./live.ts'),
    idle: () => import('./idle.ts'),
    memory: () => import('./memory.ts'),
    mutations: () => import('./mutations.ts'),
    vendure: () => import('./vendure.ts'),
  }

const [name = '', ...args] = process.argv.slice(2)
const load = benches[name]
if (load === undefined) {
  console.error(`usage: npm run bench -- ${Object.keys(benches).join('|')}`)
  process.exitCode = 2
} else {
  await (await load()).run(args)
}
