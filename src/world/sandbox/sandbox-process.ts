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
const [memoryMb = '', isolatedVm = '', koffi = '', user = ''] = process.argv.slice(2);
await serve({ memoryMb: Number(memoryMb), isolatedVm, koffi, user: user === '' ? null : Number(user) }).catch((error: unknown) => {
  // The parent has ended while this process began. As later on, an ordinary exit could hang.
  if (['EPIPE', 'ECONNRESET'].includes((error as NodeJS.ErrnoException).code ?? '')) process.kill(process.pid, 'SIGKILL');
  throw error;
});
