/**
 * Entry point of the thread that reads what another server has sent. It runs compiled or not: uncompiled, Node strips the types but does not
 * resolve `.js` in an import to the `.ts` file.
 */
import { registerHooks } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { Reading } from './read-in-thread.js';

if (import.meta.url.endsWith('.ts')) {
  registerHooks({
    resolve: (name, context, next) =>
      next(context.parentURL?.endsWith('.ts') === true ? name.replace(/^(\..*)\.js$/, '$1.ts') : name, context),
  });
}
try {
  const { kind, bytes, hint } = workerData as Reading;
  const read =
    kind === 'feed'
      ? await (await import('../feeds/read-feed.js')).readFeed(bytes, hint)
      : await (await import('../mail/read-mail.js')).readMail(bytes);
  parentPort?.postMessage({ read }, []);
} catch (error) {
  parentPort?.postMessage({ problem: error instanceof Error ? error.message : 'The bytes cannot be read' }, []);
}
