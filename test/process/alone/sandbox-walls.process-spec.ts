import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../support/eventually.js';

/** The ids that the sandbox gives to its processes. */
const RESERVED = { first: 60_706, last: 61_183 };
const LIBRARIES = ['isolated-vm', 'node-gyp-build', 'lru-cache', 'secure-json-parse', 'koffi', '@koromix'];
const isRoot = process.getuid?.() === 0;
const onlyAsRoot = isRoot ? it : it.skip;

/** Runs one piece of code, says who ran it, and lives on with another one that the engine cannot stop. */
const SERVER = `
import { readFileSync } from 'node:fs';
import { IsolatedSandbox } from './dist/src/world/sandbox/isolated-sandbox.js';
import { wallText } from './dist/src/world/sandbox/wall-report.js';
const warnings = [];
const reports = [];
const sandbox = new IsolatedSandbox({
  minProcesses: Number(process.argv[2]),
  maxProcesses: 1,
  log: (message) => warnings.push(message),
  report: (walls) => reports.push(wallText(walls)),
});
const run = (code) => sandbox.run({ tenant: 't', program: 'd:b', code, bindings: {}, timeoutMs: 60_000 });
const { result } = await run('return 1 + 1');
const guests = readFileSync('/proc/self/task/' + process.pid + '/children', 'utf8').trim().split(' ').map(Number);
void run('let x = 3n; for (;;) x = x * x');
console.log(JSON.stringify({ result, warnings, reports, guests }));
setInterval(() => undefined, 60_000);
`;

interface Said {
  readonly result: unknown;
  readonly warnings: readonly string[];
  readonly reports: readonly string[];
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
  processes = 1,
): Promise<{ said: Said; server: ChildProcess }> {
  const rest = uid === undefined ? {} : { uid, gid: uid };
  const [command, ...args]: [string, ...string[]] = [...starter, process.execPath, join(app, 'server.js'), String(processes)];
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

const isReserved = (user: number): boolean => user >= RESERVED.first && user <= RESERVED.last;

describe('the process of a guest', () => {
  let guest: number;
  let server: ChildProcess;
  let reports: readonly string[];

  beforeAll(async () => {
    const started = await serverIn(project(0o755));
    server = started.server;
    expect(started.said).toMatchObject({ result: 2, warnings: [] });
    guest = started.said.guests[0] ?? 0;
    reports = started.said.reports;
  });

  it('has no environment', () => {
    expect(readFileSync(`/proc/${guest}/environ`, 'utf8')).toBe('');
  });

  it('is another user without groups and capabilities, where the server is root', () => {
    const [user = 0, ...others] = status(guest, 'Uid').split('\t').map(Number);
    expect(others).toEqual([user, user, user]);
    expect(isRoot ? isReserved(user) : user === process.getuid?.()).toBe(true);
    if (!isRoot) return;
    expect(status(guest, 'Gid')).toBe(Array(4).fill(user).join('\t'));
    expect(status(guest, 'Groups')).toBe('');
    for (const kind of ['CapPrm', 'CapEff', 'CapAmb', 'CapInh']) expect(Number.parseInt(status(guest, kind), 16)).toBe(0);
  });

  onlyAsRoot('is a different user than another process of the same server', async () => {
    const { said } = await serverIn(project(0o755), undefined, [], 3);
    expect(said.guests).toHaveLength(3);
    await eventually(() => {
      const users = said.guests.map((pid) => Number(status(pid, 'Uid').split('\t')[0]));
      expect(new Set(users.filter(isReserved)).size).toBe(3);
    });
  });

  it('gains no rights from a program that it starts', () => {
    expect(status(guest, 'NoNewPrivs')).toBe('1');
  });

  it('has a filter of system calls for all its threads', () => {
    const own = Number(readFileSync('/proc/self/status', 'utf8').match(/^Seccomp_filters:\s+(\d+)$/m)?.[1]);
    for (const thread of readdirSync(`/proc/${guest}/task`)) {
      const text = readFileSync(`/proc/${guest}/task/${thread}/status`, 'utf8');
      expect(text).toMatch(/^Seccomp:\s+2$/m);
      expect(text).toMatch(new RegExp(`^Seccomp_filters:\\s+${own + 1}$`, 'm'));
    }
  });

  it('dumps no core, writes no file and opens few', () => {
    const limits = readFileSync(`/proc/${guest}/limits`, 'utf8');
    expect(limits).toMatch(/^Max core file size +0 +0 /m);
    expect(limits).toMatch(/^Max file size +0 +0 /m);
    expect(limits).toMatch(/^Max open files +64 +64 /m);
  });

  it('has at most 64 threads and processes, and 128 GiB of address space', () => {
    const limits = readFileSync(`/proc/${guest}/limits`, 'utf8');
    expect(limits).toMatch(/^Max processes +64 +64 /m);
    expect(limits).toMatch(/^Max address space +137438953472 +137438953472 /m);
  });

  it('is reported with its isolation, once', () => {
    const user = isRoot ? [`user ${status(guest, 'Uid').split('\t')[0]} for one process alone`] : [];
    const limits = ['at most 64 threads and processes', 'at most 128 GiB of address space'];
    expect(reports).toEqual([
      [...user, 'no new privileges', 'no network', ...limits, 'no system calls but those of running code'].join(', '),
    ]);
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
    for (const pid of said.guests) expect(isReserved(Number(status(pid, 'Uid').split('\t')[0]))).toBe(true);
  });
});

describe('a server that is not root', () => {
  onlyAsRoot('runs user code as itself, with the walls that it may raise', async () => {
    const { said } = await serverIn(project(0o755), 1000);
    expect(said).toMatchObject({ result: 2, warnings: [] });
    for (const pid of said.guests) {
      expect(status(pid, 'Uid').split('\t')[0]).toBe('1000');
      expect(readFileSync(`/proc/${pid}/limits`, 'utf8')).toMatch(/^Max processes +64 +64 /m);
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
    expect(said.reports).toEqual([
      expect.stringContaining('; the number of processes is not limited (no prlimit, no user namespaces, or root)'),
    ]);
  });
});

describe('a system where no tool may be started but the shell', () => {
  onlyAsRoot('runs user code, and the report names what is missing', async () => {
    const tools = ['setpriv', 'unshare', 'prlimit'].map((tool) => `mount --bind /bin/false "$(command -v ${tool})"`).join(' && ');
    const withoutTools = ['unshare', '--mount', 'sh', '-c', `${tools} && exec "$@"`, 'sh'] as [string, ...string[]];
    const { said } = await serverIn(project(0o755), undefined, withoutTools);
    expect(said).toMatchObject({ result: 2, warnings: [] });
    for (const missing of ['only Node blocks the network', 'the number of processes is not limited']) {
      expect(said.reports).toEqual([expect.stringContaining(`; ${missing} (no `)]);
    }
  });
});
