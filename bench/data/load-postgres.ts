// COPY with the driver alone: it hands the connection over when the server asks for the rows.
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import pg from 'pg'
import { tabSeparated } from './tab-separated.ts'
import type { TableRows } from './tables.ts'

interface CopyConnection {
  readonly stream: Writable
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

export async function loadPostgres(url: string, tables: readonly TableRows[]): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    // Rows are known to be consistent: foreign keys need not be looked up for each.
    await client.query('set session_replication_role = replica')
    for (const table of tables) await copy(client, table)
  } finally {
    await client.end()
  }
}

function copy(client: pg.Client, { table, columns, rows }: TableRows): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let failure: Error | undefined
  // The driver's contract for whatever can be handed to `query`.
  const submitted = {
    submit: (connection: CopyConnection) =>
      connection.query(`copy ${table} (${columns.join()}) from stdin`),
    handleCopyInResponse(connection: CopyConnection) {
      send(connection, tabSeparated(rows)).then(
        () => connection.endCopyFrom(),
        (error) => connection.sendCopyFail(String(error)),
      )
    },
    handleError(error: Error) {
      failure = error
      reject(error)
    },
    handleCommandComplete() {},
    handleReadyForQuery() {
      if (failure === undefined) resolve()
    },
  }
  client.query(submitted as never)
  return promise
}

async function send(connection: CopyConnection, chunks: Iterable<Buffer>): Promise<void> {
  for (const chunk of chunks) {
    connection.sendCopyFromChunk(chunk)
    if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
  }
}
