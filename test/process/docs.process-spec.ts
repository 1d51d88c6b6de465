import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { childEnvironment } from '../support/child-environment.js';
import { documentationPages } from '../support/documentation/documentation-pages.js';
import { makeCheckout, type Checkout } from '../support/documentation/checkout.js';
import { followPage } from '../support/documentation/follow-page.js';
import { blocksOf, stepsOf, type Step } from '../support/documentation/page-blocks.js';
import { startFakeModels, type FakeModels } from '../support/fake-models.js';
import { startServerProcess, testKey, type ServerProcess } from '../support/server-process.js';
import { createTestDatabase, waitForDisk, type TestDatabase } from '../support/test-database.js';

const shellOfTheExamples = 'quick-start.md#a-shell-for-the-examples';
const encryptionKey = '0'.repeat(64);

let database: TestDatabase;
let models: FakeModels;
let server: ServerProcess;
let checkout: Checkout;

beforeAll(async () => {
  await waitForDisk('on');
  database = await createTestDatabase();
  checkout = await makeCheckout();
  models = await startFakeModels();
  server = await startServerProcess({
    DATABASE_URL: database.connectionString,
    SLUICE_ENCRYPTION_KEY: encryptionKey,
    SLUICE_FILES_DIR: join(checkout.folder, '.files'),
    SLUICE_LOG_LEVEL: 'warn',
    ...models.env,
  });
}, 60_000);

afterAll(async () => {
  await server.kill('SIGTERM');
  await models.stop();
  await waitForDisk('off');
  await database.drop();
  await checkout.remove();
});

/** A page that leads to the shell of the examples means it to be there. */
function wholePage(page: string): Step[] {
  const markdown = readFileSync(page, 'utf8');
  const steps = stepsOf(blocksOf(markdown));
  return markdown.includes(shellOfTheExamples) ? [{ ...bare, text: '. examples/setup.sh' }, ...steps] : steps;
}

const bare = { kind: 'sh', line: 0, path: undefined, fails: false, eventually: false, shown: undefined } as const;

/** Their examples choose ids and names, which are unique on a server. */
const pagesThatName = ['docs/access.md', 'docs/runs.md'];
const pages = documentationPages().filter((page) => stepsOf(blocksOf(readFileSync(page, 'utf8'))).length > 0);

async function problemsOf(page: string): Promise<readonly string[]> {
  return followPage(wholePage(page), checkout.folder, {
    ...childEnvironment,
    PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
    HOME: join(checkout.folder, '.home'),
    LANG: 'C.UTF-8',
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONPATH: join(process.cwd(), 'clients/python/src'),
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
    DATABASE_URL: database.connectionString,
    SLUICE_ENCRYPTION_KEY: encryptionKey,
    SLUICE_URL: server.url,
    SLUICE_API_KEY: testKey,
    // Other pages make workspaces; who follows an example has one.
    ...(page.startsWith('examples/') ? { SLUICE_WORKSPACE: 'Default workspace' } : {}),
  });
}

describe('who does what a page says', () => {
  it.each(pages)(
    'gets what it shows: %s',
    async (page) => {
      expect(await problemsOf(page)).toEqual([]);
    },
    130_000,
  );

  it.each(pagesThatName)(
    'gets it a second time: %s',
    async (page) => {
      expect(await problemsOf(page)).toEqual([]);
    },
    130_000,
  );
});
