import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { IsolatedSandbox } from '#world/sandbox/isolated-sandbox.js';
import { InfrastructureFault } from '#kernel/errors.js';
import { SandboxFailure, type SandboxFetchRequest, type SandboxFetchResponse, type SandboxRequest } from '#world/sandbox/sandbox.js';

let sandbox: IsolatedSandbox;
let programs = 0;

beforeAll(() => {
  sandbox = new IsolatedSandbox({ maxProcesses: 2 });
});

afterAll(() => sandbox.close());

/** Each code is a separate program unless it is named. */
function request(code: string, rest: Partial<SandboxRequest> = {}): SandboxRequest {
  return { tenant: 'acme', program: `deployment-${(programs += 1)}:block`, code, bindings: {}, timeoutMs: 2_000, ...rest };
}

async function returned(code: string, rest: Partial<SandboxRequest> = {}): Promise<unknown> {
  const again = request(code, rest);
  const first = await sandbox.run(again);
  // The second call of a program meets another kind of realm, and must not see a difference.
  expect(await sandbox.run(again)).toEqual(first);
  return first.result;
}

async function failure(code: string, rest: Partial<SandboxRequest> = {}): Promise<SandboxFailure> {
  try {
    await sandbox.run(request(code, rest));
  } catch (error) {
    if (error instanceof SandboxFailure) return error;
    throw error;
  }
  throw new Error('The code was expected to fail');
}

async function message(code: string, rest: Partial<SandboxRequest> = {}): Promise<string> {
  const again = { program: `deployment-${(programs += 1)}:block`, ...rest };
  const first = await failure(code, again);
  expect((await failure(code, again)).message).toBe(first.message);
  return first.message;
}

function processes(): number[] {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim();
  return children === '' ? [] : children.split(' ').map(Number);
}

const page = (rest: Partial<SandboxFetchResponse> = {}): SandboxFetchResponse => ({
  url: 'https://example.test/',
  status: 200,
  statusText: 'OK',
  headers: { 'content-type': 'application/json' },
  body: '{"pages":3}',
  ...rest,
});

describe('code', () => {
  it('returns a value', async () => {
    expect(await returned('return 1 + 2')).toBe(3);
  });

  it('may await and return at the top level', async () => {
    expect(await returned('const three = await Promise.resolve(3);\nreturn { three }')).toEqual({ three: 3 });
  });

  it('returns null when it returns nothing', async () => {
    expect(await returned('1 + 2')).toBeNull();
  });

  it('sees its bindings as constants', async () => {
    expect(await returned('return a.list[1] + b', { bindings: { a: { list: [1, 2] }, b: 'x' } })).toBe('2x');
    expect(await message('a = 2', { bindings: { a: 1 } })).toBe('TypeError: Assignment to constant variable. (line 1)');
  });

  it('may declare a name that is also a binding', async () => {
    expect(await returned('const a = 2; return a', { bindings: { a: 1 } })).toBe(2);
  });

  it('gets a fresh copy of its bindings in each call', async () => {
    expect(await returned('list.push(1); return list.length', { bindings: { list: [] } })).toBe(1);
  });

  it('may define classes, subclass errors and change built-in prototypes for itself', async () => {
    expect(await returned('class Odd extends Error { constructor() { super("odd"); this.name = "Odd" } } return new Odd().name')).toBe(
      'Odd',
    );
    expect(await returned('Array.prototype.last = function () { return this.at(-1) }; return [1, 2].last()')).toBe(2);
    expect(await returned('const counts = {}; for (const word of ["constructor", "x"]) counts[word] = 1; return counts')).toEqual({
      constructor: 1,
      x: 1,
    });
  });

  it('leaves nothing behind for the next call', async () => {
    expect(await returned('globalThis.calls = (globalThis.calls ?? 0) + 1; return calls')).toBe(1);
    expect(await returned('Object.prototype.calls = ({}.calls ?? 0) + 1; return {}.calls')).toBe(1);
    expect(await returned('RegExp.prototype.calls = (/x/.calls ?? 0) + 1; return /x/.calls')).toBe(1);
    expect(await returned('const before = RegExp.$1; /(.)/.exec("s"); return before')).toBe('');
  });

  it('is refused when a binding has a name that is no identifier', async () => {
    expect((await failure('return 1', { bindings: { 'a}=0;{b': 1 } })).message).toBe(
      '"a}=0;{b" cannot be the name of a value inside the code',
    );
  });

  it('cannot step out of its function', async () => {
    expect(await message('}});(async () => {')).toMatch(/^SyntaxError: Unexpected token/);
    expect(await message('}}), (function () { return async function () {')).toMatch(/^SyntaxError: Unexpected token/);
  });
});

describe('output', () => {
  it('holds what the code prints, in order', async () => {
    const { stdout } = await sandbox.run(
      request('console.log("a", 1, { b: [2] }); console.error(new TypeError("no")); console.warn(null, undefined)'),
    );
    expect(stdout).toBe('a 1 {"b":[2]}\nTypeError: no\nnull undefined\n');
  });

  it('is cut at 200,000 characters, with a mark', async () => {
    const { stdout } = await sandbox.run(request('for (let i = 0; i < 10000; i++) console.log("x".repeat(99))'));
    expect(stdout.length).toBeLessThan(200_100);
    expect(stdout.slice(-40)).toMatch(/\n\[output cut at 200000 characters\]\n$/);
  });

  it('comes with a failure too', async () => {
    expect((await failure('console.log("before"); throw new Error("no")')).stdout).toBe('before\n');
    expect((await failure('console.log("before"); for (;;);', { timeoutMs: 50 })).stdout).toBe('before\n');
  });
});

describe('an error', () => {
  it('names the error and the line of the code', async () => {
    expect(await message('const user = null;\n\nreturn user.name')).toBe(
      "TypeError: Cannot read properties of null (reading 'name') (line 3)",
    );
    expect(await message('const check = () => {\n  throw new RangeError("too far");\n};\nawait null;\ncheck();')).toBe(
      'RangeError: too far (line 2)',
    );
  });

  it('quotes the line as its author wrote it', async () => {
    const source = 'const user = null;\n\n  return <user>.name;  ';
    const code = 'const user = null;\n\n  return __ref0.name;  ';
    expect(await message(code, { source, bindings: { __ref0: null } })).toBe(
      "TypeError: Cannot read properties of null (reading 'name') (line 3: return <user>.name;)",
    );
    expect(await message('const a = 1;\nconst = 2;', { source: 'const a = 1;\nconst = 2;' })).toBe(
      "SyntaxError: Unexpected token '=' (line 2: const = 2;)",
    );
    const long = `throw new Error(/* ${'x'.repeat(300)} */ "no")`;
    expect(await message(long, { source: long })).toBe(`Error: no (line 1: ${long.slice(0, 200)}…)`);
    expect(await message('throw new Error("no")', { source: '' })).toBe('Error: no (line 1)');
  });

  it('names the line of a syntax error', async () => {
    expect(await message('const a = 1;\nconst = 2;')).toBe("SyntaxError: Unexpected token '=' (line 2)");
    expect(await message('return 1;\n}')).toMatch(/^SyntaxError: .* \(line 2\)$/);
  });

  it('says what was thrown when that is not an error', async () => {
    expect(await message('throw "plain"')).toBe('Uncaught plain');
    expect(await message('throw { code: 7 }')).toBe('Error: {"code":7}');
    expect(await message('await Promise.reject(undefined)')).toBe('Uncaught undefined');
  });

  it('says why a result cannot be written as JSON', async () => {
    expect(await message('return () => 1')).toBe('The result cannot be written as JSON: it is a function');
    expect(await message('return 1n')).toBe('The result cannot be written as JSON: Do not know how to serialize a BigInt');
    expect(await message('const a = {}; a.a = a; return a')).toMatch(
      /^The result cannot be written as JSON: Converting circular structure/,
    );
  });

  it('says that a result is too large or too deep', async () => {
    expect(await message('return "x".repeat(11 * 1024 * 1024)')).toBe('The result is larger than 10 MB');
    expect(await message('return "é".repeat(6 * 1024 * 1024)')).toBe('The result is larger than 10 MB');
    expect(await message('let deep = []; for (let i = 0; i < 600; i++) deep = [deep]; return deep')).toBe(
      'The result is nested deeper than 500 levels',
    );
  });

  it('does not come from a rejection that the code ignores', async () => {
    expect(await returned('Promise.reject(new Error("ignored")); return 1')).toBe(1);
  });
});

describe('fetch', () => {
  it('is answered by the host', async () => {
    const seen: SandboxFetchRequest[] = [];
    const fetch = async (asked: SandboxFetchRequest): Promise<SandboxFetchResponse> => {
      seen.push(asked);
      return page();
    };
    const code = `const response = await fetch('https://example.test/', { method: 'post', headers: { 'X-Key': 'k' }, body: '{}' });
      return [response.ok, response.status, response.headers.get('Content-Type'), response.headers.get('none'), await response.json(), await response.text()];`;
    expect(await returned(code, { fetch })).toEqual([true, 200, 'application/json', null, { pages: 3 }, '{"pages":3}']);
    expect(seen[0]).toEqual({ url: 'https://example.test/', method: 'POST', headers: { 'x-key': 'k' }, body: '{}' });
  });

  it('may be called many times at once and one after the other', async () => {
    const fetch = async ({ url }: SandboxFetchRequest): Promise<SandboxFetchResponse> => page({ body: url });
    const code =
      'const get = async (n) => (await fetch("u" + n)).text(); const all = await Promise.all([1, 2, 3].map(get)); return [...all, await get(4)]';
    expect(await returned(code, { fetch })).toEqual(['u1', 'u2', 'u3', 'u4']);
  });

  it('rejects with the reason of the host', async () => {
    const fetch = async (): Promise<SandboxFetchResponse> => {
      throw new Error('The address is not allowed');
    };
    expect(await message('await fetch("http://10.0.0.1/")', { fetch })).toBe('TypeError: The address is not allowed');
    expect(await returned('try { await fetch("x") } catch (error) { return error.message }', { fetch })).toBe('The address is not allowed');
  });

  it('says that it is not available when the call has no network', async () => {
    expect(await message('await fetch("https://example.test/")')).toBe('TypeError: fetch is not available to this code (line 1)');
  });

  it('is there under any name that the code finds for it', async () => {
    const fetch = async (): Promise<SandboxFetchResponse> => page({ body: 'found' });
    expect(await returned('return (await globalThis["fet" + "ch"]("x")).text()', { fetch })).toBe('found');
  });

  it('is refused beyond 100 requests at the same time', async () => {
    const fetch = async (): Promise<SandboxFetchResponse> => page();
    const code = 'const all = await Promise.allSettled(Array.from({ length: 101 }, () => fetch("x"))); return all.at(-1).reason.message';
    expect(await returned(code, { fetch })).toBe('fetch: more than 100 requests at the same time');
  });

  it('counts into the time limit', async () => {
    const fetch = (): Promise<SandboxFetchResponse> => new Promise(() => undefined);
    expect(await failure('await fetch("x")', { fetch, timeoutMs: 100 })).toMatchObject({
      kind: 'timeout',
      message: 'Execution timed out after 100 ms',
    });
  });

  it('lets other calls run while one waits for it', async () => {
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<SandboxFetchResponse>();
    const fetch = (): Promise<SandboxFetchResponse> => {
      asked.resolve();
      return answer.promise;
    };
    const waiting = sandbox.run(request('return (await fetch("x")).text()', { fetch, timeoutMs: 10_000 }));
    await asked.promise;
    expect(await returned('return 1')).toBe(1);
    answer.resolve(page({ body: 'late' }));
    expect((await waiting).result).toBe('late');
  });
});

describe('a limit', () => {
  it('ends a loop', async () => {
    expect(await failure('for (;;);', { timeoutMs: 100 })).toMatchObject({ kind: 'timeout', message: 'Execution timed out after 100 ms' });
  });

  it('ends a call that waits for what cannot happen, without waiting itself', async () => {
    expect(await failure('await new Promise(() => {})', { timeoutMs: 60_000 })).toMatchObject({ kind: 'timeout' });
  });

  it('ends code that takes too much memory', async () => {
    expect(await failure('const all = []; for (;;) all.push({ all })', { timeoutMs: 20_000 })).toMatchObject({
      kind: 'memory',
      message: 'Memory limit exceeded',
    });
  });

  it('holds for code that the engine cannot stop, in the heap and outside of it', async () => {
    const began = performance.now();
    expect(await failure('let x = 3n; for (;;) x = x * x', { timeoutMs: 200 })).toMatchObject({ kind: 'timeout' });
    expect(performance.now() - began).toBeLessThan(450);
    expect(await failure('const all = []; for (;;) all.push(new Array(1000).fill(1))', { timeoutMs: 20_000 })).toMatchObject({
      kind: 'memory',
    });
  });

  it('refuses inputs above 16 MB and code above 1 MB', async () => {
    expect((await failure(`return 1 // ${'x'.repeat(1024 * 1024)}`)).message).toBe('The code is larger than 1 MB');
    expect((await failure('return 1', { bindings: { a: 'x'.repeat(17 * 1024 * 1024) } })).message).toBe(
      'The values given to the code are larger than 16 MB',
    );
  });
});

describe('an abort', () => {
  it('ends a call that waits for the network', async () => {
    const controller = new AbortController();
    const fetch = async (): Promise<SandboxFetchResponse> => {
      controller.abort();
      return new Promise(() => undefined);
    };
    expect(await failure('await fetch("x")', { fetch, timeoutMs: 60_000, signal: controller.signal })).toMatchObject({ kind: 'aborted' });
  });

  it('that came before the call refuses it', async () => {
    expect(await failure('return 1', { signal: AbortSignal.abort() })).toMatchObject({ kind: 'aborted' });
  });
});

describe('the process of a guest', () => {
  it('is the first to go when memory is short', async () => {
    await returned('return 1');
    for (const pid of processes()) expect(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8').trim()).toBe('1000');
  });

  it('ends with the sandbox', async () => {
    const short = new IsolatedSandbox({ maxProcesses: 1 });
    const before = new Set(processes());
    await short.run(request('return 1'));
    const running = short.run(request('for (;;);', { timeoutMs: 60_000 }));
    const [ended] = await Promise.allSettled([running, short.close()]);
    expect(ended).toMatchObject({ reason: new InfrastructureFault('The sandbox of this process is closed') });
    expect(processes().filter((pid) => !before.has(pid))).toEqual([]);
    await expect(short.run(request('return 1'))).rejects.toThrow(InfrastructureFault);
  });
});
