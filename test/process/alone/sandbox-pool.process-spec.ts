import { afterEach, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { IsolatedSandbox, type IsolatedSandboxOptions } from '#world/sandbox/isolated-sandbox.js';
import { type SandboxFailure, type SandboxFetch, type SandboxFetchResponse, type SandboxRequest } from '#world/sandbox/sandbox.js';
import { eventually } from '../../support/eventually.js';

const LOOP = 'for (;;);';
/** What nothing inside of the process can end. */
const STUCK = 'let x = 3n; for (;;) x = x * x';

let sandbox: IsolatedSandbox;
let programs = 0;

afterEach(() => sandbox.close());

function open(options: IsolatedSandboxOptions): void {
  sandbox = new IsolatedSandbox(options);
}

function request(code: string, rest: Partial<SandboxRequest> = {}): SandboxRequest {
  return { tenant: 'acme', program: `deployment-${(programs += 1)}:block`, code, bindings: {}, timeoutMs: 30_000, ...rest };
}

/** A call that is under way, and whether it has ended. */
class Running {
  ending: unknown;
  readonly done: Promise<void>;

  constructor(code: string, rest: Partial<SandboxRequest> = {}) {
    this.done = sandbox.run(request(code, rest)).then(
      ({ result }) => void (this.ending = result),
      ({ kind }: SandboxFailure) => void (this.ending = kind),
    );
  }
}

const crowd = (count: number, code: string, rest: Partial<SandboxRequest> = {}): Running[] =>
  Array.from({ length: count }, () => new Running(code, { tenant: 'crowd', ...rest }));

async function endings(calls: readonly Running[]): Promise<unknown[]> {
  await Promise.all(calls.map(({ done }) => done));
  return calls.map(({ ending }) => ending);
}

async function result(code: string, rest: Partial<SandboxRequest> = {}): Promise<unknown> {
  return (await sandbox.run(request(code, rest))).result;
}

const page = (body: string): SandboxFetchResponse => ({ url: 'x', status: 200, statusText: 'OK', headers: {}, body });
/** Processor time that a process has used, in ticks of 10 ms. */
function cpuTicks(pid = 0): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return (user ?? 0) + (system ?? 0);
}

const never: SandboxFetch = () => new Promise(() => undefined);

function processes(): number[] {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim();
  return children === '' ? [] : children.split(' ').map(Number);
}

describe('the pool', () => {
  it('grows with what there is to do, up to its bound, and shrinks when there is nothing', async () => {
    open({ maxProcesses: 3, idleMs: 300 });
    const calls = crowd(8, 'const end = Date.now() + 500; while (Date.now() < end); return 1');
    let most = 0;
    await eventually(() => {
      most = Math.max(most, processes().length);
      expect(most).toBe(3);
    });
    expect(await endings(calls)).toEqual(Array(8).fill(1));
    expect(processes().length).toBeLessThanOrEqual(3);
    await eventually(() => expect(processes()).toHaveLength(1));
  });

  it('keeps one process that is ready', async () => {
    open({ maxProcesses: 2, idleMs: 50 });
    const calls = crowd(4, 'const end = Date.now() + 200; while (Date.now() < end); return 1');
    await eventually(() => expect(processes()).toHaveLength(2));
    await endings(calls);
    await eventually(() => expect(processes()).toHaveLength(1));
    const [kept] = processes();
    expect(await result('return 1')).toBe(1);
    expect(processes()).toEqual([kept]);
  });

  it('runs compiled code again without compiling it', async () => {
    open({ maxProcesses: 1 });
    // What is called at once is compiled when it is met, the rest of it only looked through.
    const lines = Array.from({ length: 12_000 }, (_, n) => `const f${n} = (function (a) { return a + ${n}; })(1);`);
    const large = request(`${lines.join('\n')}\nreturn f9`);
    const took: number[] = [];
    for (let call = 0; call < 12; call += 1) {
      const began = performance.now();
      await sandbox.run(large);
      took.push(performance.now() - began);
    }
    const [first = 0, ...later] = took;
    expect(Math.min(...later)).toBeLessThan(first / 2);
  });
});

describe('one tenant with many calls', () => {
  it('that wait for the network leaves room for the next tenant', async () => {
    open({ maxProcesses: 2 });
    const controller = new AbortController();
    const sleeping = crowd(1_000, 'await fetch("x")', { fetch: never, signal: controller.signal });
    const fetch = async (): Promise<SandboxFetchResponse> => page('answered');
    for (const tenant of ['b', 'c', 'd']) {
      expect(await result('return (await fetch("x")).text()', { tenant, fetch })).toBe('answered');
    }
    expect(sleeping.filter(({ ending }) => ending !== undefined)).toEqual([]);
    controller.abort();
    expect(new Set(await endings(sleeping))).toEqual(new Set(['aborted']));
  });

  it('that compute for long leaves a process for the next tenant', async () => {
    open({ maxProcesses: 2 });
    const controller = new AbortController();
    const looping = crowd(1_000, LOOP, { signal: controller.signal });
    expect(await result('return 1', { tenant: 'b' })).toBe(1);
    expect(await result('return 2', { tenant: 'c' })).toBe(2);
    expect(looping.filter(({ ending }) => ending !== undefined)).toEqual([]);
    expect(processes().length).toBeLessThanOrEqual(4);
    controller.abort();
    await endings(looping);
  });

  it('is refused beyond what may wait, and others are not', async () => {
    open({ maxProcesses: 1, maxWaiting: 3 });
    const controller = new AbortController();
    const looping = new Running(LOOP, { tenant: 'crowd', signal: controller.signal });
    await eventually(async () => expect(processes()).toHaveLength(1));
    expect(await result('return 1', { tenant: 'b' })).toBe(1);
    const calls = crowd(5, 'return 1', { signal: controller.signal });
    expect(await endings(calls.slice(3))).toEqual(['busy', 'busy']);
    expect(await result('return 2', { tenant: 'b' })).toBe(2);
    controller.abort();
    await endings([looping, ...calls]);
  });

  it('is refused what does not begin in time', async () => {
    open({ maxProcesses: 1, maxWaitMs: 300 });
    const controller = new AbortController();
    const looping = crowd(1, LOOP, { signal: controller.signal });
    await expect(sandbox.run(request('return 1', { tenant: 'crowd' }))).rejects.toMatchObject({
      kind: 'busy',
      message: 'No process was free for the code within 0.3 s; try again later',
    });
    controller.abort();
    await endings(looping);
  });

  it('takes turns with others', async () => {
    open({ maxProcesses: 1 });
    const order: string[] = [];
    const run = async (tenant: string): Promise<void> => {
      await sandbox.run(request('const end = Date.now() + 20; while (Date.now() < end);', { tenant }));
      order.push(tenant);
    };
    await Promise.all(['a', 'a', 'a', 'a', 'b', 'b'].map(run));
    expect(order).toEqual(['a', 'b', 'a', 'b', 'a', 'a']);
  });
});

describe('short calls', () => {
  it('do not stay behind a long one', async () => {
    open({ maxProcesses: 2 });
    const program = { program: 'crowd:block', bindings: { loops: 0 } };
    const code = 'for (let i = 0; i < loops; i++); return loops';
    for (let i = 0; i < 50; i += 1) await sandbox.run(request(code, program));
    const controller = new AbortController();
    const long = new Running(code, { ...program, bindings: { loops: 1e12 }, signal: controller.signal });
    await Promise.all(Array.from({ length: 20 }, () => sandbox.run(request(code, program))));
    expect(long.ending).toBeUndefined();
    controller.abort();
    expect(await endings([long])).toEqual(['aborted']);
  });

  it('do not stay behind calls that wait for the network', async () => {
    open({ maxProcesses: 1 });
    const controller = new AbortController();
    const waiting = crowd(80, 'await fetch("x")', { fetch: never, signal: controller.signal });
    expect(await result('return 1', { fetch: never })).toBe(1);
    controller.abort();
    await endings(waiting);
  });

  it('of many tenants never meet in one isolate', async () => {
    open({ maxProcesses: 2 });
    const code = 'globalThis.seen ??= []; seen.push(tenant); return seen';
    const tenants = Array.from({ length: 40 }, (_, n) => `tenant-${n}`);
    const run = (tenant: string): Promise<unknown> => result(code, { tenant, program: 'same:block', bindings: { tenant } });
    expect(await Promise.all([...tenants, ...tenants].map(run))).toEqual([...tenants, ...tenants].map((tenant) => [tenant]));
  });
});

describe('a process that ends', () => {
  const kill = (): void => processes().forEach((pid) => process.kill(pid, 'SIGKILL'));

  it('does not fail calls that the outside has not seen', async () => {
    open({ maxProcesses: 2 });
    const code = 'const end = Date.now() + 300; while (Date.now() < end); return n';
    const calls = Array.from({ length: 4 }, (_, n) => new Running(code, { bindings: { n } }));
    await result('return 1');
    kill();
    expect(await endings(calls)).toEqual([0, 1, 2, 3]);
  });

  it('is replaced, so that the next call does not wait for its time limit', async () => {
    open({ maxProcesses: 1 });
    await expect(sandbox.run(request(STUCK, { timeoutMs: 100 }))).rejects.toMatchObject({ kind: 'timeout' });
    expect(await result('return 1')).toBe(1);
  });

  it('is given up when the same call ends it again', async () => {
    open({ maxProcesses: 1 });
    const call = new Running(LOOP);
    while (call.ending === undefined) {
      // Its start takes part of this time on a slow machine. A process that ends before it has the call is none that the call has ended.
      await eventually(() => expect(call.ending !== undefined || processes().some((pid) => cpuTicks(pid) > 120)).toBe(true));
      const ended = processes();
      kill();
      await eventually(() => expect(processes().filter((pid) => ended.includes(pid))).toEqual([]));
    }
    expect(await endings([call])).toEqual(['crashed']);
  });
});

describe('a call that waits for the network when its process ends', () => {
  const twice = 'const one = await (await fetch("1")).text(); const two = await (await fetch("2")).text(); return one + two';

  /** Answers the first request immediately and the second one on demand. */
  function outside(): { asked: string[]; fetch: SandboxFetch; second: Promise<void>; answer: () => void } {
    const asked: string[] = [];
    const second = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<SandboxFetchResponse>();
    const fetch: SandboxFetch = async ({ url }) => {
      asked.push(url);
      if (url === '1') return page('a');
      second.resolve();
      return answer.promise;
    };
    return { asked, fetch, second: second.promise, answer: () => answer.resolve(page('b')) };
  }

  it('continues in another process with its recorded responses, and repeats no request', async () => {
    open({ maxProcesses: 1 });
    const { asked, fetch, second, answer } = outside();
    const call = new Running(twice, { fetch });
    await second;
    await expect(sandbox.run(request(STUCK, { tenant: 'mallory', timeoutMs: 100 }))).rejects.toMatchObject({ kind: 'timeout' });
    expect(await result('return 1')).toBe(1);
    answer();
    expect(await endings([call])).toEqual(['ab']);
    expect(asked).toEqual(['1', '2']);
  });

  it('does so even when processes keep ending around it', async () => {
    open({ maxProcesses: 1 });
    const { asked, fetch, second, answer } = outside();
    const call = new Running(twice, { fetch });
    await second;
    for (let round = 0; round < 3; round += 1) {
      await expect(sandbox.run(request(STUCK, { tenant: 'mallory', timeoutMs: 100 }))).rejects.toMatchObject({ kind: 'timeout' });
    }
    answer();
    expect(await endings([call])).toEqual(['ab']);
    expect(asked).toEqual(['1', '2']);
  });

  it('fails when it then asks for something else', async () => {
    open({ maxProcesses: 1 });
    const { asked, fetch, second } = outside();
    const call = new Running('await fetch("1"); await fetch("number " + Math.random())', { fetch });
    await second;
    await expect(sandbox.run(request(STUCK, { tenant: 'mallory', timeoutMs: 100 }))).rejects.toMatchObject({ kind: 'timeout' });
    expect(await endings([call])).toEqual(['crashed']);
    expect(asked).toHaveLength(2);
  });

  it('ends as a fault of the infrastructure when it has read too much to be remembered', async () => {
    open({ maxProcesses: 1 });
    let asked = 0;
    const second = Promise.withResolvers<void>();
    const fetch: SandboxFetch = async () => {
      asked += 1;
      if (asked === 1) return page('x'.repeat(300_000));
      second.resolve();
      return new Promise(() => undefined);
    };
    const call = new Running('await fetch("1"); await fetch("2")', { fetch });
    await second.promise;
    await expect(sandbox.run(request(STUCK, { tenant: 'mallory', timeoutMs: 100 }))).rejects.toMatchObject({ kind: 'timeout' });
    expect(await endings([call])).toEqual(['unavailable']);
    expect(asked).toBe(2);
  });
});

describe('an abort', () => {
  it.each([
    ['loops', LOOP],
    ['cannot be stopped from inside', STUCK],
    ['loops over await', 'for (;;) await null;'],
  ])('ends a call that %s at once, and its process soon after', async (_title, code) => {
    open({ maxProcesses: 1 });
    const controller = new AbortController();
    await result('return 1');
    const [pid] = processes();
    const before = cpuTicks(pid);
    const running = new Running(code, { signal: controller.signal });
    await eventually(() => expect(cpuTicks(pid)).toBeGreaterThan(before + 5));
    controller.abort();
    await Promise.resolve();
    expect(await endings([running])).toEqual(['aborted']);
    await eventually(() => expect(processes()).not.toContain(pid));
  });

  it('ends the process also when others wait for the network in it, which go on elsewhere', async () => {
    open({ maxProcesses: 1 });
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<SandboxFetchResponse>();
    const fetch: SandboxFetch = () => {
      asked.resolve();
      return answer.promise;
    };
    const waiting = new Running('return (await fetch("x")).text()', { tenant: 'b', fetch });
    await asked.promise;
    const [pid] = processes();
    const controller = new AbortController();
    const before = cpuTicks(pid);
    const looping = new Running(LOOP, { signal: controller.signal });
    await eventually(() => expect(cpuTicks(pid)).toBeGreaterThan(before + 5));
    controller.abort();
    await eventually(() => expect(processes()).not.toContain(pid));
    answer.resolve(page('late'));
    expect(await endings([looping, waiting])).toEqual(['aborted', 'late']);
  });

  it('ends a call that waits for what cannot happen', async () => {
    open({ maxProcesses: 1 });
    const controller = new AbortController();
    const running = new Running('await new Promise(() => {})', { signal: controller.signal });
    controller.abort();
    expect(await endings([running])).toEqual(['aborted']);
  });
});

describe('a request of the code', () => {
  /** Starts a call whose request is never answered; `signal` is what the request got. */
  async function asking(code: string, rest: Partial<SandboxRequest> = {}): Promise<{ call: Running; signal: AbortSignal }> {
    const asked = Promise.withResolvers<AbortSignal>();
    const fetch: SandboxFetch = (_request, signal) => {
      asked.resolve(signal);
      return new Promise(() => undefined);
    };
    const call = new Running(code, { fetch, ...rest });
    return { call, signal: await asked.promise };
  }

  it('is given up when the call is aborted', async () => {
    open({ maxProcesses: 1 });
    const controller = new AbortController();
    const { call, signal } = await asking('await fetch("x")', { signal: controller.signal });
    expect(signal.aborted).toBe(false);
    controller.abort();
    expect(signal.aborted).toBe(true);
    expect(await endings([call])).toEqual(['aborted']);
  });

  it('is given up when the time of the call is over', async () => {
    open({ maxProcesses: 1 });
    const { call, signal } = await asking('await fetch("x")', { timeoutMs: 200 });
    expect(await endings([call])).toEqual(['timeout']);
    expect(signal.aborted).toBe(true);
  });

  it('is given up when the call loops instead of waiting for it, and is stopped', async () => {
    open({ maxProcesses: 1 });
    let given: AbortSignal | undefined;
    const fetch: SandboxFetch = ({ url }, signal) => {
      if (url === 'answered') return Promise.resolve(page(''));
      given = signal;
      return new Promise(() => undefined);
    };
    const call = new Running(`fetch("never"); await fetch("answered"); ${STUCK}`, { fetch, timeoutMs: 300 });
    expect(await endings([call])).toEqual(['timeout']);
    expect(given?.aborted).toBe(true);
  });

  it.each([
    ['returns', 'fetch("y").then(() => {}); await Promise.race([fetch("x"), null]); return 1'],
    ['fails', 'fetch("y"); await fetch("x").catch(() => {}); throw new Error("no")'],
  ])('continues when the code %s without waiting for it', async (_title, code) => {
    open({ maxProcesses: 1 });
    const signals: AbortSignal[] = [];
    const fetch: SandboxFetch = ({ url }, signal) => {
      signals.push(signal);
      return url === 'x' ? Promise.resolve(page('x')) : new Promise(() => undefined);
    };
    const call = new Running(code, { fetch });
    await call.done;
    expect(signals.map(({ aborted }) => aborted)).toEqual(signals.map(() => false));
  });
});
