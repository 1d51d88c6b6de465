import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Feed } from '../feeds/read-feed.js';
import type { Mail } from '../mail/read-mail.js';

const here = import.meta.url;
const isSource = here.endsWith('.ts');
const script = fileURLToPath(new URL(isSource ? './reading-worker.ts' : './reading-worker.js', here));
/** Not those of the process, which may load files before the script. */
const execArgv = isSource ? ['--conditions=sluice-source'] : [];
const heapMb = 256;

/** What a thread reads. */
export interface Reading {
  readonly kind: 'feed' | 'mail';
  readonly bytes: Uint8Array;
  /** What the server said of the bytes: the content type of a feed. */
  readonly hint: string;
}

/** Reads a feed in a thread with little memory, so that a large or hostile one holds up nothing else. @throws Error for one that cannot be read */
export function readFeedInThread(bytes: Uint8Array, contentType: string, signal: AbortSignal): Promise<Feed> {
  return inThread({ kind: 'feed', bytes, hint: contentType }, signal);
}

/** The same for a message. */
export function readMailInThread(bytes: Uint8Array, signal: AbortSignal): Promise<Mail> {
  return inThread({ kind: 'mail', bytes, hint: '' }, signal);
}

function inThread<Read>(reading: Reading, signal: AbortSignal): Promise<Read> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(script, { workerData: reading, execArgv, resourceLimits: { maxOldGenerationSizeMb: heapMb }, env: {} });
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
    worker.once('message', (answer: { readonly read: Read } | { readonly problem: string }) => {
      end();
      if ('read' in answer) resolve(answer.read);
      else reject(new Error(answer.problem));
    });
    const fail = (cause?: Error): void => {
      end();
      reject(new Error(`The ${reading.kind} cannot be read`, { cause }));
    };
    worker.once('error', fail);
    worker.once('exit', () => fail());
  });
}
