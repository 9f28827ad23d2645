import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.txt': 'text/plain; charset=utf-8',
}

export interface FixtureServer {
  readonly url: string
  stop(): Promise<void>
}

interface StoredFile {
  readonly type: string
  readonly bytes: Buffer
  readonly isBrotli: boolean
}

/** Serves a folder from memory as a good host would: best brotli compression, everything but pages cached for ever. */
export async function serveFolder(folder: string): Promise<FixtureServer> {
  const files = await readAll(folder)
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://fixture').pathname
    const file = files.get(path) ?? files.get(`${path.replace(/\/$/, '')}/index.html`)
    if (file === undefined) {
      response.writeHead(404).end()
      return
    }
    const isPage = file.type.startsWith('text/html')
    response.writeHead(200, {
      'content-type': file.type,
      'content-length': file.bytes.length,
      'cache-control': isPage ? 'no-cache' : 'public, max-age=31536000, immutable',
      ...(file.isBrotli ? { 'content-encoding': 'br', vary: 'Accept-Encoding' } : {}),
    })
    response.end(file.bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${String(port)}/`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}

async function readAll(folder: string): Promise<ReadonlyMap<string, StoredFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const stored = files.map(async (file) => [file.slice(folder.length), await store(file)] as const)
  return new Map(await Promise.all(stored))
}

async function store(file: string): Promise<StoredFile> {
  const plain = await readFile(file)
  const type = TYPES[extname(file)] ?? 'application/octet-stream'
  const isText = /text|javascript|svg/.test(type)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length }
  return { type, bytes: isText ? brotliCompressSync(plain, { params }) : plain, isBrotli: isText }
}
