import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { devNull } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const HERE = import.meta.url;
const SCRIPT = fileURLToPath(new URL(HERE.endsWith('.ts') ? './sandbox-process.ts' : './sandbox-process.js', HERE));
const SETPRIV = '/usr/bin/setpriv';
const NOBODY = 65534;
const FIRST_FREE_DESCRIPTOR = 4;
const CLOSE_ON_EXEC = 0o2000000;
const ISOLATED_VM = createRequire(HERE).resolve('isolated-vm');
const ADDON_LOADER = createRequire(ISOLATED_VM).resolve('node-gyp-build');

/** From all that the system offers to what Node itself can do. `same-user` is for a checkout that no other user can read. */
export const WALLS = ['all', 'same-user', 'fewest'] as const;
export type Walls = (typeof WALLS)[number];

/**
 * Starts one process for user code: no environment, no descriptors but the pipe (3) and stderr, a process group of its own, and
 * Node's permissions cut to reading the few files that it loads. More walls are no new privileges and death with the parent,
 * and another user where this one is root.
 */
export function launchSandboxProcess(memoryMb: number, walls: Walls): ChildProcess {
  const command = [process.execPath, ...nodeFlags(), SCRIPT, String(memoryMb), pathToFileURL(ISOLATED_VM).href];
  if (walls !== 'fewest' && existsSync(SETPRIV)) command.unshift(SETPRIV, '--no-new-privs', '--pdeathsig', 'KILL', '--');
  const [file = '', ...args] = command;
  const changesUser = walls === 'all' && process.getuid?.() === 0;
  const nothing = openSync(devNull, 'r+');
  try {
    const child = spawn(file, args, {
      cwd: '/',
      env: {},
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', ...covered(nothing)],
      ...(changesUser ? { uid: NOBODY, gid: NOBODY } : {}),
    });
    sacrificeFirst(child.pid);
    return child;
  } finally {
    closeSync(nothing);
  }
}

/**
 * What to put in the place of descriptors 4 and up: nothing, where this process itself inherited one from whoever started it,
 * since that would pass on. What Node opens does not.
 */
function covered(nothing: number): (number | 'ignore')[] {
  const inherited = inheritedDescriptors().filter((fd) => fd >= FIRST_FREE_DESCRIPTOR);
  const length = Math.max(FIRST_FREE_DESCRIPTOR - 1, ...inherited) - FIRST_FREE_DESCRIPTOR + 1;
  return Array.from({ length }, (_, index) => (inherited.includes(index + FIRST_FREE_DESCRIPTOR) ? nothing : 'ignore'));
}

function inheritedDescriptors(): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc/self/fdinfo').map(Number).filter(isInherited);
}

function isInherited(fd: number): boolean {
  try {
    const flags = /^flags:\s+([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'latin1'))?.[1] ?? '0';
    return (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    // It was the one that listed the folder.
    return false;
  }
}

function nodeFlags(): string[] {
  // The last one tells which C library this is, and so which binary to load.
  const readable = [dirname(SCRIPT), dirname(ISOLATED_VM), dirname(ADDON_LOADER), '/etc/alpine-release'];
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

/** When memory runs out, the kernel ends this process rather than the server. */
function sacrificeFirst(pid: number | undefined): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // Not Linux, or not allowed: the memory watch remains.
  }
}

/** Memory that the process holds, in MB; 0 where the system does not tell. */
export function residentMb(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
