import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';

/** The core of the sender, when what it measures has the others for itself. */
const senderCore = cpus().length - 1;
const otherCores = senderCore === 1 ? '0' : `0-${senderCore - 1}`;

/** What this process starts from here on runs on all cores but the last, which `takeOwnCore` takes. @returns whether the machine can do that */
export function leaveOneCore(): boolean {
  return senderCore > 0 && pin(otherCores);
}

export function takeOwnCore(): void {
  pin(String(senderCore));
}

/** All its threads. Children inherit it. */
function pin(cores: string): boolean {
  try {
    execFileSync('taskset', ['-acp', cores, String(process.pid)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
