import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { signedInPage } from '../../support/console/console-world.js';
import { deployState, functionBlock, inARow } from '../../support/run-api.js';
import { claimLink, recoveryToken } from '../../support/signed-in.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

describeInBrowser('the page of a run that was started in the console and waits for a process', () => {
  let server: TestApp;
  let browser: Browser;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestApp(), openBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  it('says that it is queued, and shows it when it has begun', async () => {
    const { userId, workspaceId, apiKey } = server.first;
    await claimLink(server, await recoveryToken(server, userId)).expect(200);
    const { body } = await server.as(apiKey).get('/api/v1/session').expect(200);
    const { email } = (body as { data: { user: { email: string } } }).data.user;
    const workflowId = await deployState(server, inARow(functionBlock('adds', 'return 1 + 1')));
    const { headers } = await server.as(apiKey).post(`/api/workflows/${workflowId}/execute`).send({});
    const path = `/workspace/${workspaceId}/logs/${headers['x-execution-id'] ?? ''}`;
    const { page, complaints } = await signedInPage(browser, { server, email, workspaceId }, { path });
    await server.database.worker.drain(2000);
    await page.getByRole('button', { name: 'Replay' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Replay', exact: true }).press('Enter');
    await page.getByRole('heading', { name: 'The run is queued' }).waitFor();
    const beside = await startTestApp({ beside: server });
    await page.getByText('This run repeats').waitFor();
    await beside.close();
    expect(complaints).toEqual([]);
  });
});
