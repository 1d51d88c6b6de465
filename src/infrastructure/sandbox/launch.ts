import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const HERE = import.meta.url;
const SCRIPT = fileURLToPath(new URL(HERE.endsWith('.ts') ? './sandbox-process.ts' : './sandbox-process.js', HERE));
const SETPRIV = '/usr/bin/setpriv';
const NOBODY = 65534;
const ISOLATED_VM = createRequire(HERE).resolve('isolated-vm');
const ADDON_LOADER = createRequire(ISOLATED_VM).resolve('node-gyp-build');

/**
 * Starts one process for user code: no environment, no descriptors but the pipe (3) and stderr, a process group of its own, and
 * Node's permissions cut to reading the few files that it loads. `hardened` adds what needs rights or a readable checkout:
 * another user, no new privileges, and death with the parent.
 */
export function launchSandboxProcess(memoryMb: number, hardened: boolean): ChildProcess {
  const command = [process.execPath, ...nodeFlags(), SCRIPT, String(memoryMb), pathToFileURL(ISOLATED_VM).href];
  if (hardened && existsSync(SETPRIV)) command.unshift(SETPRIV, '--no-new-privs', '--pdeathsig', 'KILL', '--');
  const [file = '', ...args] = command;
  const isRoot = process.getuid?.() === 0;
  const child = spawn(file, args, {
    cwd: '/',
    env: {},
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    ...(hardened && isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
  });
  sacrificeFirst(child.pid);
  return child;
}

function nodeFlags(): string[] {
  // The last one tells which C library this is, and so which binary to load.
  const readable = [dirname(SCRIPT), dirname(ISOLATED_VM), dirname(ADDON_LOADER), '/etc/alpine-release'];
  return [
    '--no-node-snapshot',
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
