import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/**
 * `npm run check`: the scripts below, as many at a time as there are processors. One line a step; the output of a step that
 * failed, and of the lint, whose warnings about size are meant to be seen. `--static` leaves the tests out, for who runs all of them next.
 */
const steps = [...(process.argv.includes('--static') ? [] : ['test:unit']), 'typecheck', 'lint', 'arch', 'knip', 'format:check'];
const talkative = 'lint';
/** Without a line for each file of tests that passed. */
const briefly = { 'test:unit': ' --reporters=summary' };

const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

function run(step) {
  return new Promise((resolve) => {
    const startedAt = Date.now();
    const output = [];
    const child = spawn(`${scripts[step]}${briefly[step] ?? ''}`, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    child.on('close', (code) => resolve({ passed: code === 0, seconds: (Date.now() - startedAt) / 1000, output: Buffer.concat(output) }));
  });
}

async function work(waiting, failed) {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
    const { passed, seconds, output } = await run(step);
    if (!passed) failed.push(step);
    if (!passed || step === talkative) process.stdout.write(output);
    console.log(`${passed ? 'ok    ' : 'FAILED'} ${step.padEnd(12)} ${seconds.toFixed(1).padStart(5)} s`);
  }
}

const startedAt = Date.now();
const waiting = [...steps];
const failed = [];
await Promise.all(Array.from({ length: availableParallelism() }, () => work(waiting, failed)));
console.log(`${failed.length === 0 ? 'All passed' : `Failed: ${failed.join(', ')}`} in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
process.exitCode = failed.length === 0 ? 0 : 1;
