/**
 * Entry point of the thread that reads a feed. It runs compiled or not: uncompiled, Node strips the types but does not resolve `.js` in an
 * import to the `.ts` file.
 */
import { registerHooks } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

if (import.meta.url.endsWith('.ts')) {
  registerHooks({
    resolve: (name, context, next) =>
      next(context.parentURL?.endsWith('.ts') === true ? name.replace(/^(\..*)\.js$/, '$1.ts') : name, context),
  });
}
const { readFeed } = await import('./read-feed.js');
const { bytes, contentType } = workerData as { readonly bytes: Uint8Array; readonly contentType: string };
try {
  parentPort?.postMessage({ feed: await readFeed(bytes, contentType) }, []);
} catch (error) {
  parentPort?.postMessage({ problem: error instanceof Error ? error.message : 'The feed cannot be read' }, []);
}
