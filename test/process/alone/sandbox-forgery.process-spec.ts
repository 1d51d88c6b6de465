import { describe, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseLargeResult } from '#host/loop/parse-in-pieces.js';
import { encodeFrame } from '#world/sandbox/pipe/frames.js';
import { GuestProcess } from '#world/sandbox/guest-process.js';
import { Programs } from '#world/sandbox/program.js';
import { SandboxCall } from '#world/sandbox/sandbox-call.js';
import type { SandboxFetchRequest, SandboxRequest, SandboxResult } from '#world/sandbox/sandbox.js';

/** A process that guests have taken over: it says what they like. */
function takenOver(bytes: Buffer): ChildProcess {
  const code = `process.getBuiltinModule('fs').writeSync(3, Buffer.from('${bytes.toString('hex')}', 'hex')); setInterval(() => {}, 1000);`;
  return spawn(process.execPath, ['-e', code], { detached: true, stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
}

interface Seen {
  /** How the call ended; `orphaned` when it may run elsewhere. */
  readonly ending: SandboxResult | 'orphaned' | { readonly kind: string };
  readonly asked: readonly SandboxFetchRequest[];
  readonly child: ChildProcess;
}

/** A call of another tenant in that process. */
async function callIn(bytes: Buffer): Promise<Seen> {
  const asked: SandboxFetchRequest[] = [];
  const fetch = (made: SandboxFetchRequest): Promise<never> => {
    asked.push(made);
    return new Promise(() => undefined);
  };
  const request: SandboxRequest = { tenant: 't', program: 'd:b', code: 'return 1', bindings: {}, timeoutMs: 1_000, fetch };
  const ways = { onSettled: () => undefined, parseLarge: (json: string) => parseLargeResult(json) };
  const call = new SandboxCall(request, new Programs().of(request, ''), '{}', ways);
  const child = takenOver(bytes);
  const orphaned = Promise.withResolvers<'orphaned'>();
  const guest = new GuestProcess(
    child,
    { softMb: 1_000, hardMb: 1_000 },
    {
      onRoom: () => undefined,
      onReturned: () => undefined,
      onLost: (_process, orphans) => (orphans.length > 0 ? orphaned.resolve('orphaned') : undefined),
    },
  );
  guest.start(call);
  const ending = await Promise.race([call.result, orphaned.promise]).catch((failure: { kind: string }) => failure);
  const gone = guest.gone;
  guest.kill('aborted');
  await gone;
  return { ending, asked, child };
}

const frames = (...messages: string[][]): Buffer => Buffer.concat(messages.map((fields) => encodeFrame(fields)));
const number = (value: number): Buffer => Buffer.from(new Uint32Array([value]).buffer);
const request = (fields: Record<string, unknown>): string =>
  JSON.stringify([{ id: 1, url: 'x', method: 'GET', headers: {}, body: null, ...fields }]);

describe('a process that guests have taken over', () => {
  it.each([
    ['a message that would fill the memory', number(0xffff_ffff)],
    ['a field that is longer than its message', Buffer.concat([number(8), number(100), number(0)])],
    ['an answer to a call that it was not given', frames(['ready'], ['done', '7', '1', 'result', '', '1'])],
    ['two answers to one call', frames(['ready'], ['waits', '1', '1', '[]'], ['done', '1', '1', 'result', '', '2'])],
    ['a message of a kind that does not exist', frames(['ready'], ['obey', '9', '1'])],
    ['an ending that does not exist', frames(['ready'], ['done', '1', '1', 'busy', '', 'x'])],
    ['requests that are no JSON', frames(['ready'], ['waits', '1', '1', 'x'])],
    ['a request for an address that is no text', frames(['ready'], ['waits', '1', '1', request({ url: { toString: 1 } })])],
    ['a request with headers that are no text', frames(['ready'], ['waits', '1', '1', request({ headers: { a: [1] } })])],
    ['a request whose body is no text', frames(['ready'], ['waits', '1', '1', request({ body: { a: 1 } })])],
  ])('is ended when it sends %s', async (_title, bytes) => {
    const { ending, asked, child } = await callIn(bytes);
    expect(ending === 'orphaned' || ('kind' in ending && ending.kind === 'crashed')).toBe(true);
    expect(asked).toEqual([]);
    expect(child.signalCode).toBe('SIGKILL');
  });

  it('cannot put more into a request than a request has', async () => {
    const forged = request({ tenant: 'other', timeoutMs: 1e9, __proto__: null, constructor: 1 });
    const { asked } = await callIn(frames(['ready'], ['waits', '1', '1', forged], ['done', '1', '1']));
    expect(asked).toEqual([{ url: 'x', method: 'GET', headers: {}, body: null }]);
  });

  it('cannot make a result that is no JSON, or that changes prototypes', async () => {
    expect((await callIn(frames(['ready'], ['done', '1', '1', 'result', '', '{"a"']))).ending).toMatchObject({ kind: 'crashed' });
    const { ending } = await callIn(frames(['ready'], ['done', '1', '1', 'result', '', '{"__proto__":{"polluted":1},"a":1}']));
    expect(ending).toEqual({ result: { a: 1 }, stdout: '' });
    expect('polluted' in {}).toBe(false);
  });

  it('is ended by its server whatever it does', async () => {
    const child = takenOver(frames(['ready']));
    await once(child, 'spawn');
    const guest = new GuestProcess(
      child,
      { softMb: 1_000, hardMb: 1_000 },
      { onRoom: () => undefined, onReturned: () => undefined, onLost: () => undefined },
    );
    guest.kill('aborted');
    await guest.gone;
    expect(child.signalCode).toBe('SIGKILL');
  });
});
