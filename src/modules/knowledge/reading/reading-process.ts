/**
 * Entry point of the process that reads untrusted documents. It runs compiled or not: uncompiled, Node strips the types but does not
 * resolve `.js` in an import to the `.ts` file.
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
