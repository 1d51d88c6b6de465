import cluster from 'node:cluster';
import { randomUUID } from 'node:crypto';

/** What a process tells its supervisor. */
export type ToSupervisor =
  | { readonly kind: 'ready' }
  | { readonly kind: 'metrics of all'; readonly id: string }
  | { readonly kind: 'own metrics'; readonly id: string; readonly text: string };

/** What a supervisor tells a process. */
export type FromSupervisor =
  { readonly kind: 'own metrics'; readonly id: string } | { readonly kind: 'metrics of all'; readonly id: string; readonly text: string };

const patienceMs = 5_000;

/** Whether a supervisor has started this process beside others. */
export function hasSiblings(): boolean {
  return cluster.isWorker;
}

export function tellReady(): void {
  tell({ kind: 'ready' });
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
