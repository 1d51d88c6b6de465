import { readdirSync, readFileSync } from 'node:fs';

/** CPU time and memory of a process and all its descendants, from /proc. */
export interface Usage {
  readonly cpuMs: number;
  readonly rssMb: number;
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
  return sum(stats.filter(({ pid }) => members.has(pid)));
}

function sum(stats: readonly Stat[]): Usage {
  return {
    cpuMs: stats.reduce((total, { ticks }) => total + ticks * msPerTick, 0),
    rssMb: stats.reduce((total, { pages }) => total + (pages * 4096) / 1024 / 1024, 0),
  };
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
