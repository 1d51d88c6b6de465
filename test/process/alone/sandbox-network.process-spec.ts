import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { PolicedHttp } from '#world/outbound/policed-http.js';
import { IsolatedSandbox } from '#world/sandbox/isolated-sandbox.js';
import type { SandboxRequest } from '#world/sandbox/sandbox.js';
import type { BlockContext } from '../../../src/blocks/block.js';
import type { Http } from '../../../src/blocks/ports/http.js';
import { eventually } from '../../support/eventually.js';
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

describe('the requests of one function', () => {
  const many = (rest: string): string =>
    `const all = []; for (let n = 0; n < 60; n += 1) all.push(fetch('https://x/' + n)${rest}); return (await Promise.all(all)).length;`;

  /** Runs a function whose requests are answered after a moment. @returns its outcome, how many requests began, and how many were under way at once */
  async function answered(code: string, timeoutMs: number): Promise<{ outcome: unknown; begun: number; most: number }> {
    let [begun, open, most] = [0, 0, 0];
    const fetch: NonNullable<SandboxRequest['fetch']> = async ({ url: asked }) => {
      begun += 1;
      open += 1;
      most = Math.max(most, open);
      await new Promise((resolve) => setTimeout(resolve, 20));
      open -= 1;
      return { url: asked, status: 200, statusText: 'OK', headers: {}, body: 'x' };
    };
    const outcome = await sandbox.run({ tenant: 't', program: `d:${code.length}`, code, bindings: {}, timeoutMs, fetch }).then(
      ({ result }) => result,
      (failure: { kind: string }) => failure.kind,
    );
    return { outcome, begun, most };
  }

  it('are all answered, ten at a time', async () => {
    expect(await answered(many(''), 60_000)).toEqual({ outcome: 60, begun: 60, most: 10 });
  });

  it('are all sent where the function does not wait for them', async () => {
    const code = `const first = fetch('https://x/first'); for (let n = 1; n < 30; n += 1) void fetch('https://x/' + n); await first; return 1;`;
    let begun = 0;
    const fetch: NonNullable<SandboxRequest['fetch']> = async ({ url: asked }) => {
      begun += 1;
      await new Promise((resolve) => setTimeout(resolve, 20));
      return { url: asked, status: 200, statusText: 'OK', headers: {}, body: 'x' };
    };
    await sandbox.run({ tenant: 't', program: 'd:left', code, bindings: {}, timeoutMs: 60_000, fetch });
    await eventually(() => expect(begun).toBe(30));
  });

  it('do not begin while the function takes no responses, so that these do not fill the memory of the server', async () => {
    const { outcome, begun } = await answered(many('.then(() => { for (;;); })'), 1_000);
    expect(outcome).toBe('timeout');
    expect(begun).toBe(10);
  });
});
