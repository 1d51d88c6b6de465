import { fileURLToPath } from 'node:url';

/**
 * What every process of the compiled server needs in its environment. The cache of compiled modules saves a sixth of the processor time of a
 * start, of which the tests make hundreds.
 */
export const childEnvironment: Readonly<Record<string, string>> = {
  PATH: process.env.PATH ?? '',
  SLUICE_PROCESSES: '1',
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/node-compile', import.meta.url)),
};
