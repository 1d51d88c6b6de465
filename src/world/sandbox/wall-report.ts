import { readFileSync } from 'node:fs';
import { processLimits } from './launch.js';

/** The isolation that the operating system enforces for one process, read from the process itself. */
export interface WallReport {
  readonly active: readonly string[];
  readonly missing: readonly string[];
}

interface Wall {
  readonly isActive: boolean;
  readonly active: string;
  readonly missing: string;
}

/** Reads the isolation of a process that has started. Without `/proc`, each layer is missing. */
export function wallReport(pid: number | undefined): WallReport {
  const status = read(`/proc/${pid}/status`);
  const limits = read(`/proc/${pid}/limits`);
  const { processes, addressSpaceKb } = processLimits;
  const walls: Wall[] = [
    {
      isActive: /^NoNewPrivs:\s+1$/m.test(status),
      active: 'no new privileges',
      missing: 'processes can gain privileges (no setpriv)',
    },
    {
      isActive: hasNoInterface(read(`/proc/${pid}/net/dev`)),
      active: 'no network',
      missing: 'only Node blocks the network (no unshare, or no user namespaces)',
    },
    {
      // The kernel does not apply this limit to root.
      isActive: isWithin(limits, 'Max processes', processes) && !/^Uid:\s+0\s/m.test(status),
      active: `at most ${processes} threads and processes`,
      missing: 'the number of processes is not limited (no prlimit, no user namespaces, or root)',
    },
    {
      isActive: isWithin(limits, 'Max address space', addressSpaceKb * 1024),
      active: `at most ${addressSpaceKb / 1024 ** 2} GiB of address space`,
      missing: 'the address space is not limited',
    },
    {
      isActive: seccompFilters(status) > seccompFilters(read('/proc/self/status')),
      active: 'no system calls but those of running code',
      missing: 'all system calls are open (no seccomp, or neither x86-64 nor 64-bit ARM)',
    },
  ];
  return {
    active: [...ownUser(status), ...walls.filter(({ isActive }) => isActive).map(({ active }) => active)],
    missing: walls.filter(({ isActive }) => !isActive).map(({ missing }) => missing),
  };
}

/** Returns the report as part of a sentence. */
export function wallText({ active, missing }: WallReport): string {
  return [active.join(', '), ...missing].join('; ');
}

/** Filters of a container or of the service manager apply to the server too. Before Linux 5.9, the kernel only says that there is one. */
function seccompFilters(status: string): number {
  const count = /^Seccomp_filters:\s+(\d+)$/m.exec(status)?.[1];
  return count === undefined ? Number(/^Seccomp:\s+2$/m.test(status)) : Number(count);
}

/** Only a server that is root can start a process as another user. */
function ownUser(status: string): string[] {
  const user = Number(/^Uid:\s+(\d+)/m.exec(status)?.[1] ?? process.getuid?.());
  return user === process.getuid?.() ? [] : [`user ${user} for one process alone`];
}

function hasNoInterface(devices: string): boolean {
  const [, , ...interfaces] = devices.trim().split('\n');
  return interfaces.length > 0 && interfaces.every((line) => line.trim().startsWith('lo:'));
}

function isWithin(limits: string, name: string, most: number): boolean {
  const soft = new RegExp(`^${name} +(\\d+) `, 'm').exec(limits)?.[1];
  return soft !== undefined && Number(soft) <= most;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
