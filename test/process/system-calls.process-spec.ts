import { describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const koffi = pathToFileURL(createRequire(import.meta.url).resolve('koffi')).href;

/** What a process may still do once its filter is set: each attempt by name, with the error that it met. */
const ATTEMPTS = `
import { spawnSync } from 'node:child_process';
import { openSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { Worker } from 'node:worker_threads';
import { forbidSyscalls } from './dist/src/world/sandbox/guest/forbid-syscalls.js';
const attempts = {
  'open a file': () => openSync('/etc/hostname'),
  'create a file': () => openSync('/tmp/never', 'w'),
  'start a program': () => { const { error } = spawnSync('/bin/true'); if (error) throw error; },
  'signal another process': () => process.kill(process.ppid, 0),
  'signal all processes': () => process.kill(-1, 0),
  'allocate memory': () => new Uint8Array(50_000_000).fill(1),
  'compile code': () => new Function('return 1')(),
  'signal itself': () => process.kill(process.pid, 0),
  'write to an open descriptor': () => writeSync(2, ''),
};
const ticks = new Int32Array(new SharedArrayBuffer(4));
new Worker('setInterval(() => Atomics.notify(require("worker_threads").workerData, 0, Atomics.add(require("worker_threads").workerData, 0, 1)), 5)', { eval: true, execArgv: [], workerData: ticks });
while (Atomics.load(ticks, 0) < 5) await new Promise((resolve) => setTimeout(resolve, 5));
const isSet = await forbidSyscalls(process.argv[1]);
const ticked = Atomics.load(ticks, 0);
while (Atomics.load(ticks, 0) < ticked + 5) Atomics.wait(ticks, 0, Atomics.load(ticks, 0), 5);
const met = {};
for (const [name, attempt] of Object.entries(attempts)) {
  try { attempt(); met[name] = 'done'; } catch (error) { met[name] = error.code; }
}
met['open a socket'] = await new Promise((resolve) => createServer().once('error', (error) => resolve(error.code)).listen(0, () => resolve('done')));
writeSync(1, JSON.stringify({ isSet, met }));
process.kill(process.pid, 'SIGKILL');
`;

describe('the filter of system calls', () => {
  it('leaves memory, threads with their timers and open descriptors, and nothing that reaches out of the process', async () => {
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', ATTEMPTS, koffi]);
    const { stdout } = await run.catch((error: { stdout: string }) => error);
    expect(JSON.parse(stdout)).toEqual({
      isSet: true,
      met: {
        'open a file': 'EPERM',
        'create a file': 'EPERM',
        'start a program': 'EPERM',
        'signal another process': 'EPERM',
        'signal all processes': 'EPERM',
        'open a socket': 'EPERM',
        'allocate memory': 'done',
        'compile code': 'done',
        'signal itself': 'done',
        'write to an open descriptor': 'done',
      },
    });
  });

  it('is left out, and said to be, where there is no library to set it with', async () => {
    const code = `import { forbidSyscalls } from './dist/src/world/sandbox/guest/forbid-syscalls.js';
      console.log(await forbidSyscalls('file:///not/there.js'), await forbidSyscalls(''));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code]);
    expect(stdout.trim()).toBe('false false');
  });
});
