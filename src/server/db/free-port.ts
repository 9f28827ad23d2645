import { once } from 'node:events'
import { createServer } from 'node:net'

/** Finds an unused port of the loopback interface; `wanted` if that one is free. */
export async function freePort(wanted = 0): Promise<number> {
  const server = createServer()
  try {
    server.listen(wanted, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string')
      throw new Error('expected a port of the loopback interface')
    return address.port
  } catch (error) {
    if (wanted === 0) throw error
    return await freePort()
  } finally {
    server.close()
  }
}
