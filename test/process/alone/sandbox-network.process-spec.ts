import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { PolicedHttp } from '#world/outbound/policed-http.js';
import { IsolatedSandbox } from '#world/sandbox/isolated-sandbox.js';
import type { SandboxRequest } from '#world/sandbox/sandbox.js';
import type { BlockContext } from '../../../src/blocks/block.js';
import type { Http } from '../../../src/blocks/ports/http.js';
import { sandboxFetch } from '../../../src/blocks/code/function/sandbox-fetch.js';

let sandbox: IsolatedSandbox;
let http: PolicedHttp;
let silent: Server;
let url: string;

beforeAll(async () => {
  silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  url = `http://127.0.0.1:${port}/`;
  http = new PolicedHttp({ allow: [`127.0.0.1:${port}`] });
  sandbox = new IsolatedSandbox({ maxProcesses: 1 });
});

afterAll(async () => {
  await sandbox.close();
  await http.close();
  silent.close();
});

/** A function that asks a server which never answers; settles with the connection once the request has arrived there. */
async function asking(rest: Partial<SandboxRequest> = {}): Promise<{ running: Promise<unknown>; connection: Socket }> {
  const context = {
    use: () => http,
    inputs: { usedSecrets: new Map() },
    signal: new AbortController().signal,
    remainingMs: () => 60_000,
    beginEffect: () => Promise.resolve({ key: 'key' }),
  } as unknown as BlockContext<typeof Http>;
  const request = { tenant: 't', program: 'd:b', code: `await fetch(${JSON.stringify(url)})`, bindings: {}, timeoutMs: 60_000, ...rest };
  const connected = once(silent, 'connection') as Promise<[Socket]>;
  const running = sandbox
    .run({ ...request, fetch: sandboxFetch(context, 60_000, () => undefined) })
    .catch((failure: { kind: string }) => failure.kind);
  const [connection] = await connected;
  await once(connection, 'data');
  return { running, connection };
}

describe('a request that a function waits for', () => {
  it('is taken back when the run is cancelled', async () => {
    const controller = new AbortController();
    const { running, connection } = await asking({ signal: controller.signal });
    const closed = once(
      connection.on('error', () => undefined),
      'close',
    );
    controller.abort();
    expect(await running).toBe('aborted');
    await closed;
  });

  it('is taken back when the time of the function is over', async () => {
    const { running, connection } = await asking({ timeoutMs: 1_000 });
    const closed = once(
      connection.on('error', () => undefined),
      'close',
    );
    expect(await running).toBe('timeout');
    await closed;
  });
});
