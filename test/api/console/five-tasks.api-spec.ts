import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { auditCaughtUp } from '../../support/audit-caught-up.js';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { signedInPage, startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { CountedSteps } from '../../support/console/counted-steps.js';

const most = 6;
const dayMs = 86_400_000;

/** Each task begins on the home page, as after the sign-in. */
describeInBrowser('a new user needs at most six clicks or keys', () => {
  let world: ConsoleWorld;
  let browser: Browser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([startConsoleWorld(), openBrowser()]);
    await auditCaughtUp(world.server);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await world.server.close();
  });

  interface Task {
    readonly page: Page;
    readonly steps: CountedSteps;
    readonly place: (name: string) => Promise<void>;
  }

  function taskOn(page: Page): Task {
    const steps = new CountedSteps(page);
    const places = page.getByRole('navigation', { name: 'Console' });
    return { page, steps, place: (name) => steps.click(places.getByRole('link', { name, exact: true })) };
  }

  async function atHome(): Promise<Task> {
    const { page } = await signedInPage(browser, world);
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    return taskOn(page);
  }

  /** The console one day later, where it was afternoon when the runs of the world failed. */
  async function atHomeTomorrow(): Promise<Task> {
    const { page: today } = await signedInPage(browser, world);
    const storageState = await today.context().storageState();
    const hoursAhead = Math.min(14, 15 - new Date().getUTCHours());
    const timezoneId = `Etc/GMT${hoursAhead > 0 ? '-' : '+'}${Math.abs(hoursAhead)}`;
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, storageState, timezoneId });
    const page = await context.newPage();
    await page.clock.setFixedTime(Date.now() + dayMs);
    await page.goto(`${world.server.url}/workspace/${world.workspaceId}`);
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    return taskOn(page);
  }

  async function findFailedRun({ page, steps, place }: Task): Promise<void> {
    await place('Runs');
    await steps.click(page.getByRole('radio', { name: 'Failed' }));
    await steps.click(page.getByRole('button', { name: 'Any time' }));
    await steps.click(page.getByRole('menuitem', { name: 'Yesterday' }));
    await steps.click(page.getByRole('row').filter({ hasText: 'cannot be read' }).first());
  }

  it('to find the failed run of yesterday afternoon and its cause', async () => {
    const task = await atHomeTomorrow();
    await findFailedRun(task);
    const preview = task.page.getByRole('complementary', { name: 'Preview of the run' });
    await preview.getByText('The stock of <script>alert(1)</script> cannot be read').waitFor();
    await preview.getByText(world.runs.failed).waitFor();
    expect(task.steps.count).toBeLessThanOrEqual(most);
  });

  it('to replay a run without external calls', async () => {
    const { page, steps, place } = await atHome();
    await place('Runs');
    await steps.click(page.getByRole('radio', { name: 'Failed' }));
    await steps.click(page.getByRole('row').filter({ hasText: 'cannot be read' }).first());
    await steps.click(page.getByRole('button', { name: 'Open run' }));
    await steps.click(page.getByRole('button', { name: 'Replay' }));
    const dialog = page.getByRole('dialog', { name: 'Replay this run?' });
    await dialog.getByText('Calls that left the server are not made').waitFor();
    await steps.click(dialog.getByRole('button', { name: 'Replay' }));
    await page.waitForURL((url) => /\/logs\/[^/]+$/.test(url.pathname) && !url.pathname.endsWith(world.runs.failed));
    await page.getByRole('tree', { name: 'Trace' }).waitFor();
    expect(steps.count).toBeLessThanOrEqual(most);
  });

  it('to find who changed a cell', async () => {
    const { page, steps, place } = await atHome();
    await place('Tables');
    await steps.click(page.getByRole('link', { name: 'orders', exact: true }));
    await steps.click(page.locator('[role="gridcell"][data-row="0"]', { hasText: '240' }));
    await steps.press(' ');
    await steps.click(page.getByRole('tab', { name: 'History' }));
    const change = page.getByRole('listitem').filter({ hasText: 'changed' }).filter({ hasText: '120.5' });
    await change.getByText('You').first().waitFor();
    expect(steps.count).toBeLessThanOrEqual(most);
  });

  it('to give a colleague read access', async () => {
    const { page, steps, place } = await atHome();
    await place('Settings');
    await steps.click(page.getByRole('link', { name: 'Members' }));
    await steps.click(page.getByRole('button', { name: 'Invite' }));
    await page.getByRole('dialog', { name: 'Invite a colleague' }).getByRole('radio', { name: 'Read', checked: true }).waitFor();
    await steps.type('reader@example.org');
    await steps.press('Enter');
    await page.getByText(/\/invite#.{20,}/).waitFor();
    await steps.click(page.getByRole('button', { name: 'Copy' }));
    expect(steps.count).toBeLessThanOrEqual(most);
  });

  it('to prove that no audit entry is missing', async () => {
    const { page, steps, place } = await atHome();
    await place('Audit log');
    await steps.click(page.getByRole('link', { name: 'Verify' }));
    await steps.click(page.getByRole('button', { name: 'Fetch the archive of this server' }));
    await steps.click(page.getByRole('button', { name: 'Use the key of this server' }));
    await steps.click(page.getByRole('button', { name: 'Verify', exact: true }));
    await page.getByText('No entry was changed or removed').waitFor();
    expect(steps.count).toBeLessThanOrEqual(most);
  });
});
