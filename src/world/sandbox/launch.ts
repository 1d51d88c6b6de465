import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { devNull } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { releaseUser, takeUser } from './process-users.js';

const ownUrl = import.meta.url;
const scriptPath = fileURLToPath(new URL(ownUrl.endsWith('.ts') ? './sandbox-process.ts' : './sandbox-process.js', ownUrl));
const shellPath = '/bin/sh';
const closeOnExec = 0o2000000;
const isolatedVm = createRequire(ownUrl).resolve('isolated-vm');
const addonLoader = createRequire(isolatedVm).resolve('node-gyp-build');
/** Calls functions of the C library. Its binary lies in a package beside it. */
const koffi = createRequire(ownUrl).resolve('koffi');

/**
 * Limits of one process. The kernel counts threads too: Node has some 15. V8 reserves half a GiB of addresses for each
 * isolate, of which a process of the sandbox has up to 105, so that the second limit does not bound the memory in use.
 */
export const processLimits = { processes: 64, addressSpaceKb: 128 * 1024 ** 2 };

/**
 * A script that isolates `"$@"` and then executes it. No core dumps, no files written, few descriptors. A watchdog stays in
 * the process group and ends it when the server has ended, which closes descriptor 4; guest code need not cooperate.
 * The kernel counts processes by user, except in a user namespace: four of them suffice for the test only where those of the
 * server are not counted. Each tool is used if it exists and works, so that a system without it still has the other layers.
 */
const raiseWalls = `
ulimit -c 0; ulimit -f 0; ulimit -n 64
( exec 2>/dev/null 3>&-; read -r _ <&4; kill -9 0 ) &
exec 4<&-
walls=
setpriv --no-new-privs true 2>/dev/null && walls='setpriv --no-new-privs'
for net in '--net' '--map-current-user --net'; do
  $walls unshare $net true 2>/dev/null && walls="$walls unshare $net" && break
done
( ulimit -v ${processLimits.addressSpaceKb} ) 2>/dev/null && ulimit -v ${processLimits.addressSpaceKb}
$walls prlimit --nproc=4:4 /bin/sh -c 'true & wait $!' 2>/dev/null &&
  walls="$walls prlimit --nproc=${processLimits.processes}:${processLimits.processes}"
exec env -i $walls "$@"`;

/** From all layers of the system to those of Node alone. */
export const wallKinds = ['all', 'same-user', 'fewest'] as const;
export type Walls = (typeof wallKinds)[number];

/**
 * Starts one process for user code: no environment, no descriptors except the pipe (3) and stderr, a separate process group, and
 * Node's permissions reduced to reading the few files that it loads. `raiseWalls` adds more layers, and another user when
 * this one is root: the process switches to it after loading its files, which may be readable by root only.
 * @throws Error when the system has no descriptors or no memory for it
 */
export function launchSandboxProcess(memoryMb: number, walls: Walls): ChildProcess {
  const command = [
    process.execPath,
    ...nodeFlags(),
    scriptPath,
    String(memoryMb),
    ...[isolatedVm, koffi].map((path) => pathToFileURL(path).href),
  ];
  return launchBehindWalls(command, walls);
}

/**
 * Starts a command with only its pipe (3) and stderr, the third and fourth of `stdio`. Its last argument is the id of the user
 * that it must switch to, different for each process; empty when it keeps its user.
 */
export function launchBehindWalls(command: readonly string[], walls: Walls): ChildProcess {
  const user = walls === 'all' && process.getuid?.() === 0 ? takeUser() : undefined;
  try {
    const child = launch([...command, String(user ?? '')], walls !== 'fewest');
    const release = (): void => (user === undefined ? undefined : releaseUser(user));
    child.once('exit', release).once('error', release);
    return child;
  } catch (error) {
    if (user !== undefined) releaseUser(user);
    throw error;
  }
}

function launch(command: readonly string[], isWalled: boolean): ChildProcess {
  const [file = '', ...args] = isWalled ? [shellPath, '-c', raiseWalls, shellPath, ...command] : command;
  const ours: ('ignore' | 'pipe')[] = ['ignore', 'ignore', 'pipe', 'pipe', ...(isWalled ? ['pipe' as const] : [])];
  const nothing = openSync(devNull, 'r+');
  try {
    const child = spawn(file, args, { cwd: '/', env: {}, detached: true, stdio: [...ours, ...covered(nothing, ours.length)] });
    // A process without an id has its error reported by an event as well, also when this function fails.
    child.on('error', () => undefined);
    // Missing when there were no descriptors for them, against the declared type.
    if ((child.stdio as unknown) === undefined) throw new Error(`No descriptors are left for ${file}`);
    // Its end is noticed only when it is read.
    (child.stdio[4] as Readable | undefined)?.resume().on('error', () => undefined);
    sacrificeFirst(child.pid);
    return child;
  } finally {
    closeSync(nothing);
  }
}

/**
 * Replacements for descriptors from `first` up: a descriptor that this process has inherited would be passed on, so it is
 * replaced by nothing. Descriptors that Node opens are not passed on.
 */
function covered(nothing: number, first: number): (number | 'ignore')[] {
  const inherited = inheritedDescriptors().filter((fd) => fd >= first);
  const length = Math.max(first - 1, ...inherited) - first + 1;
  return Array.from({ length }, (_, index) => (inherited.includes(index + first) ? nothing : 'ignore'));
}

function inheritedDescriptors(): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc/self/fdinfo').map(Number).filter(isInherited);
}

function isInherited(fd: number): boolean {
  try {
    const flags = /^flags:\s+([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'latin1'))?.[1] ?? '0';
    return (Number.parseInt(flags, 8) & closeOnExec) === 0;
  } catch {
    // It was the descriptor that listed the folder.
    return false;
  }
}

function nodeFlags(): string[] {
  // The last one identifies the C library, and thereby the binary to load.
  const readable = [
    dirname(scriptPath),
    dirname(isolatedVm),
    dirname(addonLoader),
    dirname(koffi),
    join(dirname(koffi), '../@koromix'),
    '/etc/alpine-release',
  ];
  return [
    '--no-node-snapshot',
    '--disable-sigusr1',
    '--disable-warning=PERM0001',
    '--max-old-space-size=64',
    // Collects garbage early: a third of the memory for the same speed of user code.
    '--optimize-for-size',
    '--permission',
    '--allow-addons',
    ...readable.map((path) => `--allow-fs-read=${path}`),
  ];
}

/** When memory is exhausted, the kernel ends this process before the server. */
function sacrificeFirst(pid: number | undefined): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // Not Linux, or not allowed: the memory watch remains.
  }
}

/** Memory of the process in MB; 0 when the system does not report it. */
export function residentMb(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
