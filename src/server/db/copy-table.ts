import type pg from 'pg'
import { socketOf } from './socket-of.ts'

/** A connection as pg passes it to a query of our own; its types do not describe the COPY protocol. */
interface CopyConnection {
  query(text: string): void
  sendCopyFromChunk(chunk: Uint8Array): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

/**
 * Runs `copy … to stdout`, and calls `onChunk` with each chunk before the next one is read. If `onChunk` throws, that is
 * the result and the rest is ignored: close the connection then.
 */
export function copyOut(client: pg.Client, text: string, onChunk: (chunk: Buffer) => void): Promise<void> {
  return submit(client, text, { onChunk, chunks: null })
}

/** Runs `copy … from stdin` with the chunks. */
export function copyIn(client: pg.Client, text: string, chunks: Iterable<Uint8Array>): Promise<void> {
  return submit(client, text, { onChunk: () => undefined, chunks })
}

function submit(
  client: pg.Client,
  text: string,
  { onChunk, chunks }: { onChunk: (chunk: Buffer) => void; chunks: Iterable<Uint8Array> | null },
): Promise<void> {
  return new Promise((resolve, reject) => {
    let failure: Error | null = null
    const query = {
      submit: (connection: CopyConnection) => {
        connection.query(text)
      },
      handleCopyInResponse: (connection: CopyConnection) => {
        if (chunks === null) connection.sendCopyFail('expected a query that returns data')
        else void send(connection, chunks)
      },
      handleCopyData: ({ chunk }: { chunk: Buffer }) => {
        if (failure !== null) return
        // thrown from here it would end the process
        try {
          onChunk(chunk)
        } catch (error) {
          failure = error instanceof Error ? error : new Error(String(error))
          reject(failure)
        }
      },
      handleError: (error: Error) => {
        failure = error
        reject(error)
      },
      handleReadyForQuery: () => {
        if (failure === null) resolve()
      },
      handleRowDescription: () => undefined,
      handleDataRow: () => undefined,
      handlePortalSuspended: () => undefined,
      handleCommandComplete: () => undefined,
      handleEmptyQuery: () => undefined,
    }
    client.query(query as unknown as pg.Submittable)
  })
}

async function send(connection: CopyConnection, chunks: Iterable<Uint8Array>): Promise<void> {
  const socket = socketOf({ connection })
  try {
    for (const chunk of chunks) {
      connection.sendCopyFromChunk(chunk)
      if (socket.writableNeedDrain)
        await new Promise<void>((resolve) => {
          socket.once('drain', resolve)
        })
    }
    connection.endCopyFrom()
  } catch (error) {
    connection.sendCopyFail(error instanceof Error ? error.message : 'the data could not be read')
  }
}
