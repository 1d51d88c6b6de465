import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { signedInPage, startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';

describeInBrowser('the comparison of two runs', () => {
  let world: ConsoleWorld;
  let browser: Browser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([startConsoleWorld(), openBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await world.server.close();
  });

  it('is reached from a run, names what is different, and is read by keyboard', async () => {
    const path = `/workspace/${world.workspaceId}/logs/${world.runs.completed}`;
    const { page, complaints } = await signedInPage(browser, world, { path });
    await page.getByRole('button', { name: 'Compare' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Compare' }).click();
    await page.waitForURL(/\/compare\//);
    await page
      .getByRole('option', { name: /Add the tax/ })
      .getByText('Other input')
      .waitFor();
    const rows = page.getByRole('option');
    const selected = page.getByRole('option', { selected: true });
    await selected.waitFor();
    const states = await Promise.all((await rows.all()).map((row) => row.getAttribute('aria-selected')));
    await page.getByRole('listbox', { name: 'Blocks of both runs' }).focus();
    for (const step of [1, 2]) {
      await page.keyboard.press('ArrowDown');
      await rows
        .nth(states.indexOf('true') + step)
        .and(selected)
        .waitFor();
    }
    const block = page.getByRole('region', { name: 'Block' });
    const shown = await block.getByRole('heading', { level: 2 }).innerText();
    await page.reload();
    await block.getByRole('heading', { name: shown, level: 2 }).waitFor();
    await page.getByRole('option', { name: /Add the tax/ }).click();
    await block.getByText('1440').waitFor();
    expect(complaints).toEqual([]);
  });

  it('says that a run does not exist', async () => {
    const path = `/workspace/${world.workspaceId}/logs/${world.runs.completed}/compare/unknown`;
    const { page } = await signedInPage(browser, world, { path });
    await page.getByText('One of the runs does not exist').waitFor();
  });
});
