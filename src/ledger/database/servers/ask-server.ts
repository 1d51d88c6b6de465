import type { ServerPlace } from '#host/config/database-url.js';
import { ServerClient, type Servers } from './server-client.js';

/** How long a server has to answer. */
const patienceMs = 2_000;

/** Asks a server something over a separate connection, whatever the server is. @throws Error if it does not answer in time */
export async function askServer<Answer>(
  servers: Servers,
  place: ServerPlace,
  question: (client: ServerClient) => Promise<Answer> | Answer,
): Promise<Answer> {
  const client = new ServerClient({ servers, place, application_name: 'sluice-find', connectionTimeoutMillis: patienceMs });
  client.on('error', () => undefined);
  const tooLate = setTimeout(() => client.abandon(), patienceMs);
  try {
    await client.connect();
    return await question(client);
  } finally {
    clearTimeout(tooLate);
    client.end().catch(() => undefined);
  }
}
