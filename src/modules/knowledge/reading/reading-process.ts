/**
 * Entry of the process that reads documents of strangers. Compiled or not: uncompiled, Node strips the types, but does not know that
 * `.js` in an import means the `.ts` beside it.
 */
import { registerHooks } from 'node:module';

if (import.meta.url.endsWith('.ts')) {
  registerHooks({
    resolve: (name, context, next) =>
      next(context.parentURL?.endsWith('.ts') === true ? name.replace(/^(\..*)\.js$/, '$1.ts') : name, context),
  });
}
const { serveReading } = await import('./serve-reading.js');
const [task = '', user = ''] = process.argv.slice(2);
await serveReading(task, user === '' ? null : Number(user));
