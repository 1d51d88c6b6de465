import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../support/eventually.js';

const NOBODY = 65534;
const LIBRARIES = ['isolated-vm', 'node-gyp-build', 'lru-cache', 'secure-json-parse'];
const isRoot = process.getuid?.() === 0;
const onlyAsRoot = isRoot ? it : it.skip;

/** Runs one piece of code, says who ran it, and lives on with another one that the engine cannot stop. */
const SERVER = `
import { readFileSync } from 'node:fs';
import { IsolatedSandbox } from './dist/src/world/sandbox/isolated-sandbox.js';
const warnings = [];
const sandbox = new IsolatedSandbox({ maxProcesses: 1, log: (message) => warnings.push(message) });
const run = (code) => sandbox.run({ tenant: 't', program: 'd:b', code, bindings: {}, timeoutMs: 60_000 });
const { result } = await run('return 1 + 1');
const guests = readFileSync('/proc/self/task/' + process.pid + '/children', 'utf8').trim().split(' ').map(Number);
void run('let x = 3n; for (;;) x = x * x');
console.log(JSON.stringify({ result, warnings, guests }));
setInterval(() => undefined, 60_000);
`;

interface Said {
  readonly result: unknown;
  readonly warnings: readonly string[];
  readonly guests: readonly number[];
}

const folders: string[] = [];
const servers: ChildProcess[] = [];

afterAll(async () => {
  for (const server of servers) await end(server);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGKILL');
  await once(server, 'exit');
}

/** The compiled sandbox in a separate project, below a folder with these permissions. */
function project(mode: number): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'sluice-walls-'));
  folders.push(folder);
  const app = join(folder, 'app');
  mkdirSync(app);
  for (const part of ['dist/src/world/sandbox', 'dist/src/kernel', 'package.json', ...LIBRARIES.map((name) => `node_modules/${name}`)]) {
    cpSync(part, join(app, part), { recursive: true, dereference: true });
  }
  writeFileSync(join(app, 'server.js'), SERVER);
  chmodSync(folder, mode);
  return app;
}

async function serverIn(
  app: string,
  uid?: number,
  starter: [] | [string, ...string[]] = [],
): Promise<{ said: Said; server: ChildProcess }> {
  const rest = uid === undefined ? {} : { uid, gid: uid };
  const [command, ...args]: [string, ...string[]] = [...starter, process.execPath, join(app, 'server.js')];
  const server = spawn(command, args, { cwd: '/', stdio: ['ignore', 'pipe', 'inherit'], ...rest });
  servers.push(server);
  const [line] = (await Promise.race([once(server.stdout, 'data'), once(server, 'exit')])) as [Buffer];
  return { said: JSON.parse(line.toString()) as Said, server };
}

const status = (pid: number, field: string): string =>
  new RegExp(`^${field}:[ \\t]*(.*?)[ \\t]*$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '';

function isAlive(pid: number): boolean {
  try {
    return !status(pid, 'State').startsWith('Z');
  } catch {
    return false;
  }
}

describe('the process of a guest', () => {
  let guest: number;
  let server: ChildProcess;

  beforeAll(async () => {
    const started = await serverIn(project(0o755));
    server = started.server;
    expect(started.said).toMatchObject({ result: 2, warnings: [] });
    guest = started.said.guests[0] ?? 0;
  });

  it('has no environment', () => {
    expect(readFileSync(`/proc/${guest}/environ`, 'utf8')).toBe('');
  });

  it('is another user without groups and capabilities, where the server is root', () => {
    const user = isRoot ? NOBODY : process.getuid?.();
    expect(status(guest, 'Uid')).toBe(Array(4).fill(user).join('\t'));
    if (!isRoot) return;
    expect(status(guest, 'Gid')).toBe(Array(4).fill(NOBODY).join('\t'));
    expect(status(guest, 'Groups')).toBe('');
    for (const kind of ['CapPrm', 'CapEff', 'CapAmb', 'CapInh']) expect(Number.parseInt(status(guest, kind), 16)).toBe(0);
  });

  it('gains no rights from a program that it starts', () => {
    expect(status(guest, 'NoNewPrivs')).toBe('1');
  });

  it('dumps no core, writes no file and opens few', () => {
    const limits = readFileSync(`/proc/${guest}/limits`, 'utf8');
    expect(limits).toMatch(/^Max core file size +0 +0 /m);
    expect(limits).toMatch(/^Max file size +0 +0 /m);
    expect(limits).toMatch(/^Max open files +64 +64 /m);
  });

  onlyAsRoot('has a separate network with nothing in it', () => {
    expect(readlinkSync(`/proc/${guest}/ns/net`)).not.toBe(readlinkSync('/proc/self/ns/net'));
    const interfaces = readFileSync(`/proc/${guest}/net/dev`, 'utf8').trim().split('\n').slice(2);
    expect(interfaces.map((line) => line.trim().split(':')[0])).toEqual(['lo']);
    expect(readFileSync(`/proc/${guest}/net/route`, 'utf8').trim().split('\n')).toHaveLength(1);
  });

  it('listens to no debugger, even when it is asked to', () => {
    const commandLine = readFileSync(`/proc/${guest}/cmdline`, 'utf8').split('\0');
    expect(commandLine).toContain('--disable-sigusr1');
    expect(commandLine).toContain('--permission');
    expect(commandLine.some((argument) => argument.startsWith('--inspect'))).toBe(false);
    // Ignored or fatal, but no process starts to listen.
    process.kill(guest, 'SIGUSR1');
    const listeners = isAlive(guest) ? readFileSync(`/proc/${guest}/net/tcp`, 'utf8') : '';
    expect(listeners).not.toContain(`:${(9229).toString(16).toUpperCase()}`);
  });

  it('ends with a server that was killed, even while it runs what nothing inside of it can stop', async () => {
    const { said, server: killed } = await serverIn(project(0o755));
    await end(killed);
    await eventually(() => expect(said.guests.filter(isAlive)).toEqual([]));
    expect(isAlive(server.pid ?? 0)).toBe(true);
  });
});

describe('a server below a folder that only its own user may enter', () => {
  onlyAsRoot('runs user code as another user all the same', async () => {
    const { said } = await serverIn(project(0o700));
    expect(said).toMatchObject({ result: 2, warnings: [] });
    expect(said.guests.map((pid) => status(pid, 'Uid').split('\t')[0])).toEqual([String(NOBODY)]);
  });
});

describe('a server that is not root', () => {
  onlyAsRoot('runs user code as itself, with the walls that it may raise', async () => {
    const { said } = await serverIn(project(0o755), 1000);
    expect(said).toMatchObject({ result: 2, warnings: [] });
    for (const pid of said.guests) {
      expect(status(pid, 'Uid').split('\t')[0]).toBe('1000');
      expect(status(pid, 'NoNewPrivs')).toBe('1');
      expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).toBe('');
    }
  });
});

describe('a server that is root, but may not become another user', () => {
  onlyAsRoot('runs user code as itself behind the other walls, and warns', async () => {
    const { said } = await serverIn(project(0o755), undefined, ['setpriv', '--bounding-set', '-setuid,-setgid', '--']);
    expect(said.result).toBe(2);
    expect(said.warnings).toEqual([
      expect.stringMatching(/^User code does not start with isolation "all" on this system, so it runs with "same-user": .*EPERM/),
    ]);
    for (const pid of said.guests) expect(status(pid, 'NoNewPrivs')).toBe('1');
  });
});
