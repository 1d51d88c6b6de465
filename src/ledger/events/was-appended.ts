import type { WriterConnection } from '#ledger/database/servers/writer-connection.js';
import type { EncodedAppend } from './append-statement.js';
import { PayloadEncoder } from './payload/payload-codec.js';

/** Whether the events of an append, byte for byte, are in the store. Settles a commit whose answer was lost. */
export async function wasAppended(connection: WriterConnection, append: EncodedAppend): Promise<boolean> {
  for (const stream of append.streams) {
    const [first] = stream.events;
    if (first === undefined) continue;
    const rows = await connection.query<{ type: string; data: string }>({
      text: `select type, data::text as data from ${stream.lifetime}_event where stream_id = $1 and version = $2`,
      values: [stream.streamId, String(stream.expected + 1)],
    });
    const [found] = rows;
    return found !== undefined && found.type === first.type && found.data === new PayloadEncoder(stream).encode(first.payload).json;
  }
  return false;
}
