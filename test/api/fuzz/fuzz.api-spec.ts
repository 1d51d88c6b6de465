import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fuzz } from '../../support/fuzz/fuzz-run.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';

let database: TestDatabase;
let filesDir: string;
beforeAll(async () => {
  database = await createTestDatabase();
  filesDir = await mkdtemp(join(tmpdir(), 'sluice-fuzz-'));
});
afterAll(async () => {
  await database.drop();
  await rm(filesDir, { recursive: true, force: true });
});

/** Five thousand of them, always the same. `npm run fuzz` has others. */
describe('malformed and hostile requests', () => {
  it('are answered as described, change nothing of others, and leave a server that is as good as before', async () => {
    const env = { DATABASE_URL: database.connectionString, SLUICE_FILES_DIR: filesDir };
    const { problems } = await fuzz({ seed: 1, requests: 5_000, env });
    expect(problems.join('\n\n')).toBe('');
  }, 600_000);
});
