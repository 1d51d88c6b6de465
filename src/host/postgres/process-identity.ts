import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';

const hasProc = existsSync('/proc/self/stat');

/**
 * Distinguishes a live process from a later one with the same pid: the boot and the start time. Undefined when there is no such
 * process, or only a zombie: a zombie owns no resources, but accepts signals like a live process.
 */
export function processIdentity(pid: number): string | undefined {
  return hasProc ? identityFromProc(pid) : identityFromPs(pid);
}

function identityFromProc(pid: number): string | undefined {
  const stat = readIfThere(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The second field, the command in brackets, may itself hold spaces and brackets; the state and the start time come 1 and 20 after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
  return `${readIfThere('/proc/sys/kernel/random/boot_id')?.trim()} ${fields[19]}`;
}

/** The same on a system without /proc (macOS). */
export function identityFromPs(pid: number): string | undefined {
  const [state, ...started] = ps(pid, 'stat', 'lstart').split(/\s+/);
  return !state || state.startsWith('Z') ? undefined : started.join(' ');
}

/** Whether this is the live postmaster of the cluster, and not an unrelated process that was given its pid. */
export function isPostmasterOf(pid: number, cluster: string): boolean {
  if (processIdentity(pid) === undefined) return false;
  const command = hasProc ? (readIfThere(`/proc/${pid}/cmdline`) ?? '').replaceAll('\0', ' ').trim() : ps(pid, 'command');
  // The working directory follows a cluster that was moved; root in a container is often not allowed to see it, hence the command line.
  return command.endsWith(`bin/postgres -D ${cluster}`) || (command.includes('bin/postgres -D ') && worksIn(pid, cluster));
}

function worksIn(pid: number, directory: string): boolean {
  try {
    const [its, ours] = [statSync(`/proc/${pid}/cwd`), statSync(directory)];
    return its.dev === ours.dev && its.ino === ours.ino;
  } catch {
    return false;
  }
}

function ps(pid: number, ...columns: string[]): string {
  const wanted = columns.flatMap((column) => ['-o', `${column}=`]);
  const env = { LC_ALL: 'C', TZ: 'UTC' }; // dates in the same format for every user
  try {
    return execFileSync('/bin/ps', [...wanted, '-p', String(pid)], { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
