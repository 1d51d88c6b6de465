import { describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** Uses up its descriptors, runs code, gives them back, and runs code again. */
const SERVER = `
import { closeSync, openSync } from 'node:fs';
import { IsolatedSandbox } from '#world/sandbox/isolated-sandbox.js';
const kept = Number(process.argv[1]);
const warnings = [];
const sandbox = new IsolatedSandbox({ minProcesses: 0, log: (message) => warnings.push(message) });
const run = () =>
  sandbox.run({ tenant: 't', program: 'd:b', code: 'return 1 + 1', bindings: {}, timeoutMs: 60_000 })
    .then(({ result }) => result, ({ name, message }) => name + ': ' + message);
const opened = [];
try {
  for (;;) opened.push(openSync('/dev/null', 'r'));
} catch {
  for (const fd of opened.splice(0, kept)) closeSync(fd);
}
const refused = await run();
for (const fd of opened) closeSync(fd);
// The timers of the sandbox keep no process alive.
const alive = setInterval(() => undefined, 60_000);
const result = await run();
clearInterval(alive);
await sandbox.close();
console.log(JSON.stringify({ refused, warnings: warnings.length, result }));
`;

/** What a server does that has `left` of its 1,024 descriptors left. */
async function outcomeWith(left: number): Promise<unknown> {
  const script = ['-c', 'ulimit -n 1024; exec "$0" --input-type=module -e "$1" "$2"', process.execPath, SERVER, String(left)];
  const child = spawn('/bin/sh', script, {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(await text(child.stdout));
}

describe('the sandbox of a server without descriptors', () => {
  it.each([0, 2])('fails the calls as a fault of the server and runs later ones, with %i descriptors left', async (left) => {
    expect(await outcomeWith(left)).toEqual({
      refused: 'InfrastructureFault: The process that runs code does not start',
      warnings: expect.any(Number),
      result: 2,
    });
  });
});
