import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { type Server, createServer } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { IsolatedSandbox } from '#world/sandbox/isolated-sandbox.js';
import { SandboxFailure, type SandboxFetchRequest, type SandboxFetchResponse, type SandboxRequest } from '#world/sandbox/sandbox.js';
import { DENIALS, LOOPS } from '../../support/sandbox/denials.js';
import { ESCAPES, type HostileProgram } from '../../support/sandbox/escapes.js';
import { THREATS } from '../../support/sandbox/threats.js';

const CANARY = 'canary-5b1c9a7e';
const LIMIT_MS = 500;
const GRACE_MS = 250;

let server: Server;
let sandbox: IsolatedSandbox;
let groups = 0;

beforeAll(() => {
  process.env.SLUICE_CANARY = CANARY;
  // A descriptor and a socket of the server, which no guest process may inherit.
  server = createServer().listen(0, '127.0.0.1');
  sandbox = new IsolatedSandbox({ minProcesses: 3, maxProcesses: 3 });
});

afterAll(async () => {
  delete process.env.SLUICE_CANARY;
  server.close();
  await sandbox.close();
});

interface Seen {
  readonly result?: unknown;
  readonly stdout?: string;
  readonly failure?: SandboxFailure;
}

const fetch = async ({ url }: SandboxFetchRequest): Promise<SandboxFetchResponse> => {
  if (url === 'refused') throw new Error('The address is not allowed', { cause: { secret: CANARY } });
  return { url: 'x', status: 200, statusText: 'OK', headers: { a: 'b' }, body: '{}' };
};

async function attack(code: string, rest: Partial<SandboxRequest> = {}): Promise<Seen> {
  const bindings = { input: { list: [1, { deep: true }], text: 'x' } };
  const request = { tenant: 'mallory', program: `attack-${(groups += 1)}:block`, code, bindings, timeoutMs: 10_000, ...rest };
  try {
    return await sandbox.run(request);
  } catch (failure) {
    if (!(failure instanceof SandboxFailure)) throw failure;
    return { failure };
  }
}

/** Calls of another tenant at the same time. They must succeed whatever else happens. */
async function neighbour(): Promise<void> {
  const code = 'let sum = 0; for (let i = 0; i < 2e6; i++) sum += i % 7; return [sum, secret.length];';
  const request = { tenant: 'alice', program: 'neighbour:block', code, bindings: { secret: CANARY }, timeoutMs: 10_000 };
  expect((await sandbox.run(request)).result).toEqual([5_999_995, CANARY.length]);
}

/** A call of another tenant that may wait for the network when its process is ended; `answer` lets it finish. */
async function waitingNeighbour(): Promise<{ answer: () => Promise<void> }> {
  const asked = Promise.withResolvers<void>();
  const given = Promise.withResolvers<SandboxFetchResponse>();
  let requests = 0;
  const wait = (): Promise<SandboxFetchResponse> => {
    requests += 1;
    asked.resolve();
    return given.promise;
  };
  const code = 'return [secret.length, await (await fetch("x")).text()];';
  const request = { tenant: 'bob', program: 'waiting:block', code, bindings: { secret: CANARY }, timeoutMs: 20_000, fetch: wait };
  const running = sandbox.run(request);
  await asked.promise;
  return {
    answer: async () => {
      given.resolve({ url: 'x', status: 200, statusText: 'OK', headers: {}, body: 'answered' });
      expect((await running).result).toEqual([CANARY.length, 'answered']);
      expect(requests).toBe(1);
    },
  };
}

/** How late this machine is at the moment, whatever the sandbox does. */
function latenessMeter(): () => number {
  let last = performance.now();
  let worst = 0;
  const meter = setInterval(() => {
    const now = performance.now();
    worst = Math.max(worst, now - last - 5);
    last = now;
  }, 5);
  return () => {
    clearInterval(meter);
    return worst;
  };
}

/** What is wrong with this ending; nothing, it is hoped. */
function harm({ result, stdout, failure }: Seen, { harmless, mustFail }: HostileProgram): string[] {
  const told = JSON.stringify([result, stdout, failure?.message, failure?.stdout]);
  const isOdd = failure === undefined && harmless !== undefined && !isDeepStrictEqual(result, harmless);
  const rules: [boolean, string][] = [
    [isOdd, `It returned ${JSON.stringify(result)}`],
    [mustFail === true && failure?.kind !== 'error', `It was expected to fail, and ${failure?.kind ?? 'did not'}`],
    [told.includes(CANARY), 'It told the canary'],
    [/node_modules|\/src\/|prelude\.js|file:\/\//.test(told), `It told of files or frames of the host: ${told.slice(0, 500)}`],
    ['polluted' in {}, 'It changed the objects of the server'],
  ];
  return rules.filter(([isBroken]) => isBroken).map(([, what]) => what);
}

/** In the realm that a group shares, in a separate one, with a network, and as sloppy code that the guest itself evaluates. */
async function everyKindOfRealm(code: string): Promise<Seen[]> {
  const program = `attack-${(groups += 1)}:block`;
  await attack('return 1', { program: `${program.split(':')[0]}:first` });
  return [
    await attack(code, { program }),
    await attack(`${code}\n// Reflect`),
    await attack(`${code}\n// fetch`, { fetch }),
    await attack(evaluating(code)),
  ];
}

const evaluating = (code: string): string => `return await (async () => {}).constructor('input', ${JSON.stringify(code)})(input);`;

for (const [family, programs] of Object.entries(ESCAPES)) {
  describe(`an escape by ${family}`, () => {
    it.each(programs)('finds nothing when it $name', async (program) => {
      const [seen] = await Promise.all([everyKindOfRealm(program.code), neighbour()]);
      expect(seen.flatMap((one) => harm(one, program))).toEqual([]);
    });
  });
}

async function expectToEndInTime(program: HostileProgram, rest: Partial<SandboxRequest>): Promise<void> {
  const group = `denial-${(groups += 1)}`;
  // With all that a call needs in place, so that the time is that of the call.
  const [waiting] = await Promise.all([waitingNeighbour(), attack('return 1', { program: `${group}:first` }), neighbour()]);
  const lateness = latenessMeter();
  const began = performance.now();
  const ending = attack(program.code, { program: `${group}:block`, timeoutMs: LIMIT_MS, ...rest }).then((seen) => ({
    seen,
    tookMs: performance.now() - began,
  }));
  const [{ seen, tookMs }] = await Promise.all([ending, neighbour()]);
  expect(tookMs).toBeLessThan(LIMIT_MS + GRACE_MS + lateness());
  expect(harm(seen, program)).toEqual([]);
  await waiting.answer();
}

describe('a denial', () => {
  it.each(DENIALS)('ends in time, and alone, when it $name', (program) => expectToEndInTime(program, {}));
});

describe('a denial with a network', () => {
  it.each(LOOPS)('ends in time, and alone, when it $name', ({ code, ...rest }) =>
    expectToEndInTime({ code: `await fetch('x'); ${code}`, ...rest }, { fetch }),
  );
});

describe('a group', () => {
  const plant = `
    const descriptor = Object['getOwnPropertyD' + 'escriptor'];
    const open = [globalThis, console, fetch, /x/, [][Symbol.iterator](), new Map().keys(), (function* () {})(), (async function* () {})(),
      'a'.matchAll(/a/g), [].values().map((x) => x), Iterator.from({ next() {} }), Promise.resolve(), arguments, new Intl.NumberFormat(),
      new Intl.Segmenter().segment('a'), new Intl.Segmenter().segment('a')[Symbol.iterator](), new Error('x'), new DisposableStack(),
      Proxy.revocable({}, {}), async () => 1, (strings) => strings];
    const seen = new Set();
    let marked = 0;
    while (open.length > 0) {
      const value = open.pop();
      if (value === null || (typeof value !== 'object' && typeof value !== 'function') || seen.has(value) || value === spared) continue;
      seen.add(value);
      if (Object.hasOwn(value, 'marker')) marked += 1;
      open.push(Object.getPrototypeOf(value));
      for (const key of [...Object.getOwnPropertyNames(value), ...Object.getOwnPropertySymbols(value)]) {
        const { value: held, get, set } = descriptor(value, key);
        open.push(held, get, set);
      }
    }
    for (const value of seen) {
      try { value.marker = 1; } catch {}
      try { Object.defineProperty(value, 'marker', { value: 1 }); } catch {}
      try { if (value instanceof Map || value instanceof Set) value.set?.('marker', 1) ?? value.add('marker'); } catch {}
    }
    return [seen.size > 600, marked];`;

  it('finds no mark that an earlier call of the same tenant left on anything', async () => {
    for (const spared of ['undefined', 'RegExp.prototype']) {
      const program = `residue-${(groups += 1)}:block`;
      for (let call = 0; call < 4; call += 1) {
        expect(await attack(`const spared = ${spared};${plant}`, { program })).toMatchObject({ result: [true, 0] });
      }
    }
  });

  it('finds no answer of an earlier call in what regular expressions remember', async () => {
    const program = `residue-${(groups += 1)}:block`;
    const code = 'const before = [RegExp.$1, RegExp.lastMatch, RegExp.input, RegExp["$`"]]; /(s.*)/.exec("a secret"); return before';
    for (let call = 0; call < 4; call += 1) expect(await attack(code, { program })).toMatchObject({ result: ['', '', '', ''] });
  });
});

describe('the threat model', () => {
  const sources = ['test/process', 'test/support/sandbox', 'src/world/sandbox'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /sandbox.*spec\.ts$|denials\.ts$|escapes\.ts$|\.spec\.ts$/.test(name))
      .map((name) => readFileSync(`${folder}/${name}`, 'utf8')),
  );
  const isTested = (title: string): boolean => sources.some((source) => source.includes(`'${title}'`));

  it('has a test for each technique', () => {
    expect(THREATS.map(({ number }) => number)).toEqual(Array.from({ length: 49 }, (_, index) => index + 1));
    expect(THREATS.filter(({ tests, excluded }) => tests.length === 0 && excluded === undefined)).toEqual([]);
    expect(THREATS.flatMap(({ tests }) => tests).filter((title) => !isTested(title))).toEqual([]);
  });

  it('of the library: its version has none of the known holes', () => {
    const { version } = JSON.parse(readFileSync('node_modules/isolated-vm/package.json', 'utf8')) as { version: string };
    const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
    expect(major * 1e6 + minor * 1e3 + patch).toBeGreaterThanOrEqual(7_000_001);
  });

  it('of the library: guests get no handle, and nothing that was compiled elsewhere is loaded', () => {
    const folder = 'src/world/sandbox/guest';
    const code = readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
    expect(
      code.filter((text) => /cachedData|CachedData|createSnapshot|ExternalCopy|NativeModule|compileModule|new ivm\.(?!Isolate)/.test(text)),
    ).toEqual([]);
  });
});

describe('a guest process', () => {
  const guests = (): string[] => readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  const descriptors = (pid: string): string[] =>
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return [readlinkSync(`/proc/${pid}/fd/${fd}`)];
      } catch {
        // The one that listed the folder.
        return [];
      }
    });

  it('holds no descriptor of the server', async () => {
    await neighbour();
    const ours = new Set(descriptors('self').filter((link) => /^(socket|pipe|\/)/.test(link) && link !== '/dev/null'));
    expect(ours.size).toBeGreaterThan(0);
    for (const pid of guests()) expect(descriptors(pid).filter((link) => ours.has(link))).toEqual([]);
  });

  it('knows nothing of the server by its environment or its command line', async () => {
    await neighbour();
    for (const pid of guests()) {
      expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).toBe('');
      expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toContain(CANARY);
    }
  });
});
