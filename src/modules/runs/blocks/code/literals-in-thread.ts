import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { OneAtATime } from '#host/loop/one-at-a-time.js';
import { InfrastructureFault } from '#kernel/errors.js';
import type { CodeLiteral } from '#engine/texts/code-literals.js';

const here = import.meta.url;
const isSource = here.endsWith('.ts');
const script = fileURLToPath(new URL(isSource ? './literals-worker.ts' : './literals-worker.js', here));
const execArgv = isSource ? ['--conditions=sluice-source'] : [];
const heapMb = 512;
const threads = new OneAtATime();

/** Finds the literals of a long piece of JavaScript in a thread, one piece after the other. @throws InfrastructureFault when there is no thread or no memory for it */
export function literalsInThread(code: string): Promise<readonly CodeLiteral[]> {
  return threads.do(() => inThread(code));
}

async function inThread(code: string): Promise<readonly CodeLiteral[]> {
  const worker = new Worker(script, { workerData: code, execArgv, resourceLimits: { maxOldGenerationSizeMb: heapMb }, env: {} });
  try {
    const ended = once(worker, 'exit').then(() => Promise.reject(new Error('The thread ended without a result')));
    const [literals] = (await Promise.race([once(worker, 'message'), ended])) as [readonly CodeLiteral[]];
    return literals;
  } catch (error) {
    throw new InfrastructureFault('The server could not parse the code of a block. Please retry shortly.', { cause: error });
  } finally {
    void worker.terminate();
  }
}
