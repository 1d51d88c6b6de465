import type { Sandbox } from '#world/sandbox/sandbox.js';
import { Port } from './port.js';

/** Runs the author's JavaScript in another process. Its network is the `fetch` that the block hands in. */
export const CodeSandbox = new Port<Sandbox, 'sandbox'>('sandbox', 'inside');
