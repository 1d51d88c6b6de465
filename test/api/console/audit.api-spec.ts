import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { Clock } from '#kernel/clock.js';
import { auditCaughtUp } from '../../support/audit-caught-up.js';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { signedInPage, startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { readerPage } from '../../support/console/reader-page.js';

let aheadMs = 0;

class ShiftedClock extends Clock {
  override now(): Date {
    return new Date(Date.now() + aheadMs);
  }
}

describeInBrowser('the audit log in the console', () => {
  let world: ConsoleWorld;
  let browser: Browser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([startConsoleWorld({ clock: new ShiftedClock() }), openBrowser()]);
    const { server, workflows } = world;
    await server.as(server.first.apiKey).patch(`/api/v1/workflows/${workflows.completes}`).send({ name: 'Orders of parts' }).expect(200);
    await auditCaughtUp(server);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await world.server.close();
  });

  async function opened(path: string): Promise<{ readonly page: Page; readonly complaints: readonly string[] }> {
    return signedInPage(browser, world, { path: `/workspace/${world.workspaceId}/audit${path}` });
  }

  async function archive(): Promise<string> {
    const { server, workspaceId } = world;
    return (await server.as(server.first.apiKey).get(`/api/v1/audit-logs/archive?workspaceId=${workspaceId}`).buffer(true).expect(200))
      .text;
  }

  async function publicKey(): Promise<string> {
    const { body } = await world.server.as(world.server.first.apiKey).get('/api/v1/audit-logs/public-key').expect(200);
    return (body as { data: { publicKey: string } }).data.publicKey;
  }

  it('shows who changed what, from what to what', async () => {
    const { page, complaints } = await opened('?action=workflow.updated');
    await page.getByRole('button', { name: 'Workflow updated: Orders of parts' }).click();
    const details = page.getByRole('complementary', { name: 'Entry of the audit log' });
    await details.getByText('Order confirmation').waitFor();
    await details.getByText('Orders of parts').first().waitFor();
    await page.waitForURL(/[?&]entry=/);
    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  it('says to people who may not read it who may', async () => {
    const { page } = await readerPage(browser, world, `/workspace/${world.workspaceId}/audit`);
    await page.getByRole('heading', { name: 'You may not read this audit log' }).waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  });

  it('is filtered in a dialog, by keyboard alone, and the address keeps the filter', async () => {
    const { page } = await opened('');
    await page.getByRole('table', { name: 'Audit log' }).waitFor();
    await page.getByRole('button', { name: 'Filter' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Action').fill('workflow.updated');
    await page.keyboard.press('Enter');
    await page.getByText('Action workflow.updated').waitFor();
    await page.waitForURL(/[?&]action=workflow\.updated/);
    await page.getByRole('button', { name: 'Workflow updated: Orders of parts' }).waitFor();
  });

  it('is proved in the browser to be complete', async () => {
    const { page, complaints } = await opened('');
    await page.getByRole('link', { name: 'Verify' }).click();
    await page.getByRole('button', { name: 'Fetch the archive of this server' }).click();
    await page.getByRole('button', { name: 'Use the key of this server' }).click();
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    await page.getByText('No entry was changed or removed').waitFor();
    await page.getByLabel('Checkpoint').fill('another one');
    await page.getByText('No entry was changed or removed').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  it.each([
    ['a changed entry', (text: string) => text.replace('"actorName":"', '"actorName":"Not '), 'was changed: its hash does not follow'],
    ['a missing entry', (text: string) => text.split('\n').toSpliced(2, 1).join('\n'), 'is entry 3 of chain'],
    ['a missing end', (text: string) => text.trimEnd().split('\n').slice(0, -1).join('\n'), 'ends with entry'],
  ])('names the broken line of a file with %s', async (_, change, sentence) => {
    const { page } = await opened('/verify');
    const text = await archive();
    await page.getByLabel('Public keys in PEM form').fill(await publicKey());
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'archive.jsonl', mimeType: 'application/x-ndjson', buffer: Buffer.from(change(text)) });
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    await page.getByText('Not sound').waitFor();
    await page.getByText(sentence).waitFor();
  });

  it('asks for the password before it hands out the archive when the sign-in was long ago', async () => {
    const { page } = await opened('/verify');
    await page.getByRole('button', { name: 'Fetch the archive of this server' }).waitFor();
    aheadMs = 11 * 60_000;
    await page.getByRole('button', { name: 'Fetch the archive of this server' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await dialog.getByLabel('Password').fill('nine lazy foxes in the rain');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('The archive of this server,').waitFor();
  });
});
