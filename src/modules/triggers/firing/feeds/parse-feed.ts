import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Feed } from './read-feed.js';

const here = import.meta.url;
const script = fileURLToPath(new URL(here.endsWith('.ts') ? './feed-worker.ts' : './feed-worker.js', here));
const heapMb = 256;

/** Reads a feed in a thread with little memory, so that a large or hostile one holds up nothing else. @throws Error for a feed that cannot be read */
export function parseFeed(bytes: Uint8Array, contentType: string, signal: AbortSignal): Promise<Feed> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(script, { workerData: { bytes, contentType }, resourceLimits: { maxOldGenerationSizeMb: heapMb }, env: {} });
    const end = (): void => {
      signal.removeEventListener('abort', abort);
      void worker.terminate();
    };
    const abort = (): void => {
      end();
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    worker.once('message', (answer: { readonly feed: Feed } | { readonly problem: string }) => {
      end();
      if ('feed' in answer) resolve(answer.feed);
      else reject(new Error(answer.problem));
    });
    worker.once('error', (error) => {
      end();
      reject(new Error('The feed cannot be read', { cause: error }));
    });
  });
}
