import { readFileSync } from 'node:fs';
import { IsolatedSandbox } from '#world/sandbox/isolated-sandbox.js';
import type { SandboxFetchResponse, SandboxRequest } from '#world/sandbox/sandbox.js';
import type { Json } from '#kernel/json.js';
import { usageOf } from '../support/processes.js';
import type { Section } from '../support/report.js';
import { median, round } from '../support/statistics.js';

type Row = (string | number)[];

const seconds = 2;
const rounds = 9;
const sum = 'let sum = 0; for (let i = 0; i < 2e6; i++) sum += i % 7; return sum';
const AsyncFunction = (async () => undefined).constructor as new (...source: string[]) => (...values: unknown[]) => Promise<unknown>;

/** The sandbox by itself, beside the same code as a plain function of this process that gets and gives copies, too. */
export async function sandboxCalls(): Promise<Section> {
  const rows: Row[] = [];
  rows.push(await processStart());
  const sandbox = new IsolatedSandbox({ maxProcesses: 2, idleMs: 500 });
  try {
    rows.push(...(await beginnings(sandbox)));
    rows.push(...(await hotCalls(sandbox)));
    rows.push(...(await payloads(sandbox)));
    rows.push(await oneFetch(sandbox));
    rows.push(await stopping(sandbox));
    rows.push(...(await memory(sandbox)));
  } finally {
    await sandbox.close();
  }
  const notes = ['The ratio is how many times as long as in this process. Calls in flight share two processes.'];
  return { title: 'Sandbox', columns: ['', 'sandbox', 'in this process', 'ratio'], rows, notes };
}

let deployments = 0;

function request(code: string, rest: Partial<SandboxRequest> = {}): SandboxRequest {
  return { tenant: 't', program: `d${(deployments += 1)}:b`, code, bindings: {}, timeoutMs: 30_000, ...rest };
}

/** The same work without any wall. */
function plain({ code, bindings }: SandboxRequest): () => Promise<unknown> {
  const names = Object.keys(bindings);
  const work = new AsyncFunction(...names, code);
  return async () => {
    const given = JSON.parse(JSON.stringify(bindings)) as Record<string, Json>;
    return JSON.parse(JSON.stringify((await work(...names.map((name) => given[name]))) ?? null)) as unknown;
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function medianOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < rounds; n += 1) times.push(await timed(work));
  return median(times);
}

/** From nothing to the first answer. */
async function processStart(): Promise<Row> {
  const ms = await medianOf(async () => {
    const sandbox = new IsolatedSandbox({ maxProcesses: 1 });
    await sandbox.run(request('return 1'));
    await sandbox.close();
  });
  return ['start of a process to the first answer, and its end, ms', round(ms), '', ''];
}

async function beginnings(sandbox: IsolatedSandbox): Promise<Row[]> {
  const nth: number[][] = [[], [], []];
  const sibling: number[] = [];
  const compiling: number[] = [];
  const warm: number[] = [];
  const large = Array.from({ length: 5_000 }, (_, n) => `const f${n} = (function (a) { return a + ${n}; })(1);`).join('\n');
  for (let n = 0; n < rounds; n += 1) {
    const deployed = request('return 1 + 1');
    for (const times of nth) times.push(await timed(() => sandbox.run(deployed)));
    sibling.push(await timed(() => sandbox.run({ ...deployed, program: deployed.program.replace(':b', ':c'), code: 'return 2 + 2' })));
    // The engine would know the same text again.
    const known = request(`${large} return f${n}`);
    compiling.push(await timed(() => sandbox.run(known)));
    await sandbox.run(known);
    warm.push(await timed(() => sandbox.run(known)));
  }
  const names = ['first', 'second', 'third'].map((name) => `${name} call of a new deployment, µs`);
  const plainCall = await medianOf(() => plain(request('return 1 + 1'))());
  let variant = 0;
  const compiled = await medianOf(() => plain(request(`${large} return f${(variant += 1)} + 1`))());
  return [
    ...nth.map((times, index): Row => compared(names[index] ?? '', median(times), plainCall)),
    compared('first call of another block of the same deployment, µs', median(sibling), plainCall),
    compared('250 KB of code, first call, µs', median(compiling), compiled),
    ['the same, compiled before, µs', round(median(warm) * 1000), '', ''],
  ];
}

function compared(name: string, ms: number, plainMs: number): Row {
  return [name, round(ms * 1000), round(plainMs * 1000, 1), round(ms / plainMs, 1)];
}

/** Mean time of a call while so many are in flight all the time. */
async function meanMs(work: () => Promise<unknown>, inFlight: number): Promise<number> {
  for (let n = 0; n < 200; n += 1) await work();
  const startedAt = performance.now();
  let calls = 0;
  const client = async (): Promise<void> => {
    while (performance.now() < startedAt + seconds * 1000) {
      await work();
      calls += 1;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, client));
  return (performance.now() - startedAt) / calls;
}

async function hotCalls(sandbox: IsolatedSandbox): Promise<Row[]> {
  const rows: Row[] = [];
  const small = request('return n + 1', { bindings: { n: 1 } });
  for (const inFlight of [1, 32]) {
    const ms = await meanMs(() => sandbox.run(small), inFlight);
    rows.push(compared(`hot call, ${inFlight} in flight, µs (${round(1000 / ms)} calls/s)`, ms, await meanMs(plain(small), inFlight)));
  }
  const own = request('return Reflect.has({ n }, "n")', { bindings: { n: 1 } });
  rows.push(
    compared('hot call in a separate realm, 32 in flight, µs', await meanMs(() => sandbox.run(own), 32), await meanMs(plain(own), 32)),
  );
  const busy = request(sum);
  rows.push(
    compared('hot call that computes, one after the other, µs', await meanMs(() => sandbox.run(busy), 1), await meanMs(plain(busy), 1)),
  );
  return rows;
}

async function payloads(sandbox: IsolatedSandbox): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, bytes] of [
    ['1 KB', 1e3],
    ['100 KB', 1e5],
    ['1 MB', 1e6],
  ] as const) {
    const rowsOfData = Array.from({ length: bytes / 100 }, (_, id) => ({ id, name: 'x'.repeat(50), tags: ['a', 'b'], flag: id % 2 === 0 }));
    const through = request('return rows', { bindings: { rows: rowsOfData } });
    rows.push(compared(`${name} in and out, µs`, await meanMs(() => sandbox.run(through), 1), await meanMs(plain(through), 1)));
  }
  return rows;
}

async function oneFetch(sandbox: IsolatedSandbox): Promise<Row> {
  const answer: SandboxFetchResponse = { url: 'x', status: 200, statusText: 'OK', headers: {}, body: '{}' };
  const asking = request('return (await fetch("x")).status', { fetch: () => Promise.resolve(answer) });
  return [
    'call with one fetch that is answered at once, 32 in flight, µs',
    round((await meanMs(() => sandbox.run(asking), 32)) * 1000),
    '',
    '',
  ];
}

/** What the engine cannot stop is ended from outside. */
async function stopping(sandbox: IsolatedSandbox): Promise<Row> {
  const limit = 200;
  const late = await medianOf(() => sandbox.run(request('let x = 3n; for (;;) x = x * x', { timeoutMs: limit })).catch(() => undefined));
  return [`beyond the limit of ${limit} ms, code that only a kill can stop, ms`, round(late - limit), '', ''];
}

async function memory(sandbox: IsolatedSandbox): Promise<Row[]> {
  const end = 'const end = Date.now() + 300; while (Date.now() < end);';
  await Promise.all(Array.from({ length: 4 }, () => sandbox.run(request(end))));
  const busy = guestMemory();
  const isMany = (): boolean => guests().length > 1;
  while (isMany()) await new Promise((resolve) => setTimeout(resolve, 50));
  const idle = guestMemory();
  const before = new Set(guests());
  const fresh = new IsolatedSandbox({ maxProcesses: 1 });
  await fresh.run(request('return 1'));
  const [pid = 0] = guests().filter((guest) => !before.has(guest));
  const one = usageOf(pid).memoryMb;
  await fresh.close();
  return [
    ['memory of one new process, MB', round(one), '', ''],
    ['memory of all after the load / when the others have ended, MB', `${round(busy)} / ${round(idle)}`, '', ''],
  ];
}

function guests(): number[] {
  return readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
}

function guestMemory(): number {
  return guests().reduce((total, pid) => total + usageOf(pid).memoryMb, 0);
}
