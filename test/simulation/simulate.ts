import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { checkSeed } from '../support/simulation/check-seed.js';
import { reportOf, shrunk } from '../support/simulation/seed-report.js';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    from: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1000' },
    most: { type: 'string' },
  },
});
const from = Number(values.seed ?? values.from);
const count = values.seed === undefined ? Number(values.seeds) : 1;
const most = values.most === undefined ? undefined : Number(values.most);
/** More say the same. */
const mostFailures = 30;
const beganAt = performance.now();
let failures = 0;
let steps = 0;
for (let seed = from; seed < from + count; seed += 1) {
  const checked = await checkSeed({ seed, most });
  steps += checked.run.steps;
  if (checked.problems.length === 0) continue;
  failures += 1;
  if (failures > mostFailures) break;
  if (failures <= 3) process.stdout.write(`${reportOf(values.seed === undefined ? await shrunk(checked) : checked)}\n\n`);
  else process.stdout.write(`Seed ${seed}: ${checked.problems.join('; ')}\n`);
}
const seconds = (performance.now() - beganAt) / 1_000;
process.stdout.write(`${count} seeds from ${from}: ${failures} failed, ${steps} steps, ${seconds.toFixed(1)} s\n`);
process.exitCode = failures === 0 ? 0 : 1;
