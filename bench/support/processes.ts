import { readdirSync, readFileSync } from 'node:fs';

/** CPU time and memory of a process and all its descendants, from /proc. */
export interface Usage {
  readonly cpuMs: number;
  /** Resident memory; pages that several processes share are counted once among them. */
  readonly memoryMb: number;
}

const msPerTick = 10;

interface Stat {
  readonly pid: number;
  readonly parent: number;
  readonly ticks: number;
  readonly pages: number;
  readonly command: string;
}

export function usageOf(rootPid: number): Usage {
  return sum(familyOf(rootPid));
}

/**
 * CPU time of PostgreSQL, in nanoseconds for the processes that live: in ticks, each of its twenty would be up to 10 ms short. Those that have
 * ended are in the ticks of the first process.
 */
export function postgresCpuUs(rootPid: number): number {
  const livingNs = familyOf(rootPid).reduce((total, { pid }) => total + scheduledNs(pid), 0);
  return livingNs / 1_000 + endedTicksOf(rootPid) * msPerTick * 1_000;
}

/** Only the main thread of a process is counted here, and PostgreSQL has no other. */
function scheduledNs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]);
  } catch {
    return 0;
  }
}

function endedTicksOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[13]) + Number(fields[14]);
}

function familyOf(rootPid: number): readonly Stat[] {
  const stats = allProcesses();
  const members = new Set([rootPid]);
  for (let grown = true; grown;) {
    grown = false;
    for (const { pid, parent } of stats) {
      if (members.has(parent) && !members.has(pid)) {
        members.add(pid);
        grown = true;
      }
    }
  }
  return stats.filter(({ pid }) => members.has(pid));
}

function sum(stats: readonly Stat[]): Usage {
  return {
    cpuMs: stats.reduce((total, { ticks }) => total + ticks * msPerTick, 0),
    memoryMb: stats.reduce((total, each) => total + memoryOf(each), 0),
  };
}

/** Another user's process tells its share only to root; its resident pages are the upper bound. */
function memoryOf({ pid, pages }: Stat): number {
  try {
    const share = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
    if (share !== undefined) return Number(share) / 1024;
  } catch {
    // Gone, or not ours to look at.
  }
  return (pages * 4096) / 1024 / 1024;
}

function allProcesses(): Stat[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      return [parse(Number(name), readFileSync(`/proc/${name}/stat`, 'utf8'))];
    } catch {
      return [];
    }
  });
}

/** Fields are counted from behind the command, which may hold spaces and parentheses. Ended children are in the ticks of their parent. */
function parse(pid: number, stat: string): Stat {
  const command = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const field = (index: number): number => Number(fields[index]);
  return { pid, parent: field(1), ticks: field(11) + field(12) + field(13) + field(14), pages: field(21), command };
}
