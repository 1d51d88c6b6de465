import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startServerProcess, testKey, type ServerProcess } from '../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const run = promisify(execFile);
const page = readFileSync('examples/README.md', 'utf8');

/** Each command of the page, with what the page says that it prints. */
const examples = [...page.matchAll(/```sh\n(examples\/.*)\n```\n\n```\n([^`]*)```/g)].map(([, command = '', printed = '']) => [
  command,
  printed,
]);

let database: TestDatabase;
let server: ServerProcess;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startServerProcess({
    DATABASE_URL: database.connectionString,
    SLUICE_ENCRYPTION_KEY: '0'.repeat(64),
    SLUICE_LOG_LEVEL: 'warn',
  });
}, 60_000);

afterAll(async () => {
  await server.kill('SIGKILL');
  await database.drop();
});

describe('the examples', () => {
  it('are all on their page', () => {
    expect(examples.map(([command]) => command)).toEqual([
      'examples/answer-a-customer/run.sh',
      'examples/ask-a-human/run.sh',
      'examples/every-row/run.sh',
      'examples/live/run.sh',
    ]);
  });

  it.each(examples)(
    '%s prints what the page says',
    async (command, printed) => {
      const env = { PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`, SLUICE_KEY: testKey, SLUICE_URL: server.url };
      const { stdout } = await run('sh', ['-c', command], { env });
      expect(stdout.trimEnd()).toBe(printed.trimEnd());
    },
    60_000,
  );
});
