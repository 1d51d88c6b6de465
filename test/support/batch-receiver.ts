import { once } from 'node:events';
import { appendFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
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
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    keys.push(String(request.headers['idempotency-key']));
    const answer = reaction;
    if (answer !== 'refuse') await appendFile(file, Buffer.concat(chunks));
    if (answer === 'cut') request.socket.destroy();
    else if (answer !== 'hold') response.writeHead(answer === 'keep' ? 204 : 503).end();
  };
  const server = createServer((request, response) => void take(request, response)).listen(0, '127.0.0.1');
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
