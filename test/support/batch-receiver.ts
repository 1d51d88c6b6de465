import { once } from 'node:events';
import { appendFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** *keep*: writes the batch down and says so; *refuse*: 503; *cut*: writes it down and breaks the connection; *hold*: writes it down and is silent. */
export type Reaction = 'keep' | 'refuse' | 'cut' | 'hold';

/** A receiver of an export that writes every batch that it has kept to a file, in the order in which they come. */
export interface BatchReceiver {
  readonly url: string;
  /** Of every request, kept or not. */
  readonly keys: readonly string[];
  react(reaction: Reaction): void;
  close(): Promise<void>;
}

export async function startBatchReceiver(file: string): Promise<BatchReceiver> {
  let reaction: Reaction = 'keep';
  const keys: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    keys.push(String(request.headers['idempotency-key']));
    if (reaction === 'refuse') return response.writeHead(503).end();
    await appendFile(file, Buffer.concat(chunks));
    if (reaction === 'cut') return request.socket.destroy();
    return reaction === 'keep' ? response.writeHead(204).end() : undefined;
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/batches`,
    keys,
    react: (next) => void (reaction = next),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
