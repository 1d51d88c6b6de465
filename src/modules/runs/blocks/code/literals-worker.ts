/** Entry point of the thread that parses long code. It runs compiled or not: uncompiled, Node strips the types. */
import { parentPort, workerData } from 'node:worker_threads';
import { findLiterals } from '#engine/texts/code-literals.js';

parentPort?.postMessage(findLiterals(workerData as string), []);
