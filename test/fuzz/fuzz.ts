import 'reflect-metadata';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fuzz } from '../support/fuzz/fuzz-run.js';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    from: { type: 'string', default: '0' },
    requests: { type: 'string', default: '5000' },
    statuses: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const requests = Number(values.requests);
const folder = await mkdtemp(join(tmpdir(), 'sluice-fuzz-'));
// The database may run as another user.
await chmod(folder, 0o755);
const beganAt = performance.now();
process.stdout.write(`Seed ${seed}\n`);
try {
  const { DATABASE_URL: database } = process.env;
  const place: Record<string, string> = database === undefined ? { SLUICE_DATA_DIR: join(folder, 'data') } : { DATABASE_URL: database };
  const env = { ...place, SLUICE_FILES_DIR: join(folder, 'files') };
  const { problems, statuses } = await fuzz({
    seed,
    from: Number(values.from),
    requests,
    env,
    onProblem: (text) => process.stdout.write(`${text}\n\n`),
    onProgress: (done) => process.stderr.write(`\r${done} of ${requests}`),
  });
  if (values.statuses) {
    for (const [operation, counts] of [...statuses].toSorted(([a], [b]) => a.localeCompare(b))) {
      const seen = [...counts].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}×${count}`);
      process.stdout.write(`${operation.padEnd(90)} ${seen.join(' ')}\n`);
    }
  }
  const seconds = (performance.now() - beganAt) / 1_000;
  process.stdout.write(`Seed ${seed}: ${requests} requests, ${problems.length} problems, ${seconds.toFixed(1)} s\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
