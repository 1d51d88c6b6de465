import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import type { JsonObject } from '#kernel/json.js';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { signedInPage, startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { canvasOf } from '../../support/console/editor-hands.js';
import { closePages } from '../../support/watched-page.js';
import { exportedText, importWorkflow } from '../../support/workflow-api.js';

const root = new URL('../../../', import.meta.url);
const examples = readdirSync(new URL('examples/', root), { withFileTypes: true })
  .filter((each) => each.isDirectory())
  .map(({ name }) => `examples/${name}/workflow.json`);
const fixtures = readdirSync(new URL('test/fixtures/workflows/', root), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .map((name) => `test/fixtures/workflows/${name}`);

describeInBrowser('the editor with each example and each imported fixture', () => {
  let world: ConsoleWorld;
  let browser: Browser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([startConsoleWorld(), openBrowser()]);
  }, 120_000);
  beforeEach(closePages);
  afterAll(async () => {
    await browser.close();
    await world.server.close();
  });

  it.each([...examples, ...fixtures])('opens %s, leaves it as it is, and runs it', async (path) => {
    const id = await importWorkflow(world.server, JSON.parse(readFileSync(new URL(path, root), 'utf8')) as JsonObject);
    const before = await exportedText(world.server, id);
    const watched = await signedInPage(browser, world, { path: `/workspace/${world.workspaceId}/w/${id}?tab=run` });
    const { page } = watched;
    await canvasOf(page).locator('[data-block]').first().waitFor();
    expect(await page.getByRole('tree', { name: 'Outline' }).getByRole('treeitem').count()).toBeGreaterThan(0);
    const run = page.getByRole('tabpanel', { name: 'Run', exact: true });
    await run.getByText('Without external calls').click();
    await run.getByRole('button', { name: 'Run', exact: true }).click();
    // A draft without all that it needs says what is missing.
    await run.getByRole('region', { name: 'Test run' }).or(run.getByRole('alert')).first().waitFor();
    expect(await exportedText(world.server, id)).toBe(before);
    expect(watched.complaints.filter((complaint) => !/status of 400/u.test(complaint))).toEqual([]);
  });
});
