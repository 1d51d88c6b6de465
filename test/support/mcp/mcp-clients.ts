import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FormerClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FormerTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const identity = { name: 'a-client', version: '1.0.0' };

/** What the tests use of any client. */
export type AnyClient = Pick<Client, 'listTools' | 'callTool' | 'close'>;

type Connecting = (url: URL, headers: Readonly<Record<string, string>>) => Promise<AnyClient>;

async function present(
  url: URL,
  headers: Readonly<Record<string, string>>,
  options: ConstructorParameters<typeof Client>[1],
): Promise<AnyClient> {
  const client = new Client(identity, options);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}

/** Unchanged clients of both eras of the protocol, by how they find the revision. */
export const clients: Readonly<Record<string, Connecting>> = {
  automatic: (url, headers) => present(url, headers, { versionNegotiation: { mode: 'auto' } }),
  legacy: (url, headers) => present(url, headers, { versionNegotiation: { mode: 'legacy' } }),
  pinned: (url, headers) => present(url, headers, { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
  'of the former package': async (url, headers) => {
    const client = new FormerClient(identity);
    // The types of the two packages differ in optional fields only.
    await client.connect(new FormerTransport(url, { requestInit: { headers } }) as never);
    return client as unknown as AnyClient;
  },
};
