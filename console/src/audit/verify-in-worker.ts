import type { ToVerify, Verdict } from './verify.js';
import type { Told } from './verify-worker.js';
import { startWorker } from '../shell/start-worker.js';
// oxlint-disable-next-line import/default -- the build makes it: the address of the script
import address from './verify-worker.ts?worker&url';

/** Verifies in a worker; the page receives the number of lines meanwhile. @throws Error when the worker cannot start */
export function verifyInWorker(what: ToVerify, report: (lines: number) => void): Promise<Verdict> {
  const worker = startWorker(address);
  const { promise, resolve, reject } = Promise.withResolvers<Verdict>();
  worker.addEventListener('message', ({ data }: MessageEvent<Told>) => {
    if ('lines' in data) report(data.lines);
    else resolve(data.verdict);
  });
  worker.addEventListener('error', ({ message }) => reject(new Error(`The verification could not start: ${message}`)));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, and not a window
  worker.postMessage(what);
  return promise.finally(() => worker.terminate());
}
