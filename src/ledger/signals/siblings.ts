import cluster from 'node:cluster';
import { randomUUID } from 'node:crypto';

/** What a process tells its supervisor. */
export type ToSupervisor =
  | { readonly kind: 'ready' }
  | { readonly kind: 'metrics of all'; readonly id: string }
  | { readonly kind: 'own metrics'; readonly id: string; readonly text: string };

/** What a supervisor tells a process. */
export type FromSupervisor =
  | { readonly kind: 'own metrics'; readonly id: string }
  | { readonly kind: 'metrics of all'; readonly id: string; readonly text: string }
  /** Before it stops this process: another one has its place and takes the connections. */
  | { readonly kind: 'replaced' }
  /** Before it stops all of them. */
  | { readonly kind: 'all stop' }
  /** All stop, and those without a port have ended. */
  | { readonly kind: 'others ended' };

const patienceMs = 5_000;

/** Whether a supervisor has started this process beside others. */
export function hasSiblings(): boolean {
  return cluster.isWorker;
}

export function tellReady(): void {
  tell({ kind: 'ready' });
}

/** Calls `act` when the supervisor says `kind`. */
export function whenTold(kind: 'replaced' | 'all stop' | 'others ended', act: () => void): void {
  process.on('message', (message: FromSupervisor) => {
    if (message.kind === kind) act();
  });
}

/** Answers the supervisor with the metrics of this process. @returns how to read those of all its processes as one text */
export function shareMetrics(own: () => Promise<string>): () => Promise<string> {
  if (!hasSiblings()) return own;
  const waiting = new Map<string, (text: string) => void>();
  process.on('message', (message: FromSupervisor) => {
    if (message.kind === 'metrics of all') waiting.get(message.id)?.(message.text);
    else if (message.kind === 'own metrics') void own().then((text) => tell({ kind: 'own metrics', id: message.id, text }));
  });
  return async () => {
    const id = randomUUID();
    const answer = new Promise<string>((resolve, reject) => {
      waiting.set(id, resolve);
      setTimeout(() => reject(new Error('The supervisor did not answer')), patienceMs).unref();
    });
    tell({ kind: 'metrics of all', id });
    return answer.finally(() => waiting.delete(id));
  };
}

function tell(message: ToSupervisor): void {
  // The end of the supervisor ends this process.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}
