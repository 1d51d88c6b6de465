import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { signedInPage, startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { deployState, functionBlock, inARow } from '../../support/run-api.js';
import { barriers, overflow } from '../../support/watched-page.js';

describeInBrowser('an address in the console', () => {
  let world: ConsoleWorld;
  let browser: Browser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([startConsoleWorld(), openBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await world.server.close();
  });

  const opened = async (path: string, size: 'desk' | 'phone' = 'desk'): Promise<Page> =>
    (await signedInPage(browser, world, { path: `/workspace/${world.workspaceId}/${path}`, size })).page;

  it.each([
    ['tables/nope', 'There is no table with this id', 'Go to the tables'],
    ['knowledge/nope', 'There is no knowledge base with this id', 'Go to the knowledge bases'],
    ['triggers/nope', 'There is no trigger with this id', 'Go to the triggers'],
    ['w/nope', 'There is no workflow with this id', 'Go to the workflows'],
    ['logs/nope', 'There is no run with this id', 'Go to the runs'],
    ['logs/nope/compare/nope', 'One of the runs does not exist', 'Go to the runs'],
  ])('of something that is missing says so, offers no second try, and leads to the list: %s', async (path, title, link) => {
    const page = await opened(path);
    await page.getByRole('heading', { name: title }).waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await page.getByRole('link', { name: link }).click();
    await page.waitForURL(`**/workspace/${world.workspaceId}/${path.split('/')[0] ?? ''}`);
  });

  it('of a version that is missing says so', async () => {
    const page = await opened(`w/${world.workflows.completes}?tab=versions&v=99`);
    await page.getByText('There is no such version').waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  });

  it.each(['nope', 'settings/nope'])('of no page keeps the navigation of the workspace: %s', async (path) => {
    const page = await opened(path);
    await page.getByText('There is no such page').waitFor();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Workflows' }).first().waitFor();
    expect(await barriers(page)).toEqual([]);
  });

  it('of no page at all has a main part and a title', async () => {
    const { page } = await signedInPage(browser, world, { path: '/nothing' });
    await page.getByRole('main').getByRole('heading', { level: 1, name: 'There is no such page' }).waitFor();
    expect(await barriers(page)).toEqual([]);
  });

  it('with a view that is unknown shows the usual one', async () => {
    const page = await opened('?range=bogus');
    await page.getByRole('radio', { name: '24 hours' }).and(page.locator('[aria-checked=true], :checked')).waitFor();
    expect(await page.getByText('Invalid time value').count()).toBe(0);
    const questions = await opened('questions?view=bogus');
    await questions.getByRole('radio', { name: 'For me' }).and(questions.locator('[aria-checked=true], :checked')).waitFor();
  });

  it('of a run whose failed block has a long name is not wider than a phone', async () => {
    const name = `Read the stock of ${'a very '.repeat(6)}long warehouse name`;
    const fails = { ...functionBlock('fails', 'throw new Error("no stock")'), name };
    const workflowId = await deployState(world.server, inARow(fails));
    const { headers } = await world.server.as(world.server.first.apiKey).post(`/api/workflows/${workflowId}/execute`).send({});
    const page = await opened(`logs/${headers['x-execution-id'] ?? ''}`, 'phone');
    await page.getByRole('button', { name }).first().waitFor();
    expect(await overflow(page)).toBe(0);
  });
});
