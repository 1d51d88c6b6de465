import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { signedInPage } from '../../support/console/console-world.js';
import { eventually } from '../../support/eventually.js';
import { deployState, functionBlock, inARow } from '../../support/run-api.js';
import { claimLink, recoveryToken } from '../../support/signed-in.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { barriers, type WatchedPage } from '../../support/watched-page.js';

describeInBrowser('the page of a run that was started in the console and waits for a process', () => {
  let server: TestApp;
  let browser: Browser;
  let workflowId: string;
  let email: string;
  let path: string;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestApp({ inProcess: true }), openBrowser()]);
    const { userId, workspaceId, apiKey } = server.first;
    await claimLink(server, await recoveryToken(server, userId)).expect(200);
    const { body } = await server.as(apiKey).get('/api/v1/session').expect(200);
    ({ email } = (body as { data: { user: { email: string } } }).data.user);
    workflowId = await deployState(server, inARow(functionBlock('adds', 'return 1 + 1')));
    const { headers } = await server.as(apiKey).post(`/api/workflows/${workflowId}/execute`).send({});
    path = `/workspace/${workspaceId}/logs/${headers['x-execution-id'] ?? ''}`;
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  /** The page after a replay that no process can begin. */
  async function queued(): Promise<WatchedPage> {
    const { workspaceId } = server.first;
    const watched = await signedInPage(browser, { server, email, workspaceId }, { path });
    const { page } = watched;
    await server.database.worker.drain(2000);
    await page.getByRole('button', { name: 'Replay' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Replay', exact: true }).press('Enter');
    await page.getByRole('heading', { name: 'The run is queued' }).waitFor();
    return watched;
  }

  it('says that it is queued and why, and shows it when it has begun', async () => {
    const { page, complaints } = await queued();
    await page.getByText('No worker claims work from the queue.').waitFor();
    const beside = await startTestApp({ beside: server });
    await page.getByText('This run repeats').waitFor();
    await beside.close();
    expect(complaints).toEqual([]);
  });

  it('can be cancelled there, and says then that the run never began', async () => {
    const { page, complaints } = await queued();
    // What was announced of the button before has lost its label for a moment.
    await eventually(async () => expect(await barriers(page)).toEqual([]));
    await page.getByRole('button', { name: 'Cancel run' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel run' }).press('Enter');
    await page.getByRole('heading', { name: 'The run never began' }).waitFor();
    await page.getByText('Its job is cancelled.').waitFor();
    expect(complaints).toEqual([]);
  });
});
