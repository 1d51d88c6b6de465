import type { Config } from '#host/config/config.js';
import { StartRefused } from '#host/start-refused.js';

/** One of the processes that a supervisor keeps running. */
export interface Place {
  readonly label: string;
  readonly role: 'api' | 'worker' | 'follower';
}

const mostByItself = 8;

/** How many processes are wanted. On two cores one process does more than several, which share batches. @throws StartRefused */
export function wantedProcesses({ processes, role }: Pick<Config, 'processes' | 'role'>, cores: number): number {
  if (processes === 'auto') return role === 'all' && cores > 2 ? Math.min(cores - 1, mostByItself) : 1;
  if (processes > 1 && role !== 'all') {
    throw new StartRefused(`SLUICE_PROCESSES is ${processes}: several processes need SLUICE_ROLE all, not ${role}`, 'configuration');
  }
  return processes;
}

/** What the processes do: two share requests and jobs, from three on one only follows events. The first one is an API process. */
export function placesOf(count: number): readonly Place[] {
  const followers = count > 2 ? 1 : 0;
  const workers = Math.max(1, Math.floor((count - 1) / 3));
  const places = (role: Place['role'], amount: number): Place[] =>
    Array.from({ length: amount }, (_, n) => ({ role, label: `${role}-${n + 1}` }));
  return [...places('api', count - workers - followers), ...places('worker', workers), ...places('follower', followers)];
}
