/**
 * Entry of the process that runs user code. Compiled or not: uncompiled, Node strips the types, but does not know that `.js`
 * in an import means the `.ts` beside it.
 */
import { registerHooks } from 'node:module';

if (import.meta.url.endsWith('.ts')) {
  registerHooks({
    resolve: (name, context, next) =>
      next(context.parentURL?.endsWith('.ts') === true ? name.replace(/^(\..*)\.js$/, '$1.ts') : name, context),
  });
}
const { serve } = await import('./guest/serve.js');
const [memoryMb = '', isolatedVm = '', user = ''] = process.argv.slice(2);
await serve({ memoryMb: Number(memoryMb), isolatedVm, user: user === '' ? null : Number(user) });
