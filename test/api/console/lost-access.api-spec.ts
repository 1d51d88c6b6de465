import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import type { Browser, Page } from 'playwright-core';
import { Clock } from '#kernel/clock.js';
import { MakeSetupLink } from '#modules/identity/index.js';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { fillSignIn, invitationToken, signedInPage, type ConsoleWorld } from '../../support/console/console-world.js';
import { holdRequests } from '../../support/console/held-requests.js';
import { claimLink, recoveryToken, userWithPassword } from '../../support/signed-in.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { deployedWorkflow } from '../../support/workflow-api.js';
import { watchedPage } from '../../support/watched-page.js';

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
let shiftMs = 0;

class ShiftedClock extends Clock {
  override now(): Date {
    return new Date(Date.now() + shiftMs);
  }
}

async function setupToken(server: TestApp): Promise<string> {
  const made = await server.app.get(CommandBus).execute(new MakeSetupLink());
  if (made === undefined) throw new Error('The installation is set up');
  return made.token;
}

const cut = (token: string): string => token.slice(0, -2);

/** Opens a link after a time, and waits for the page that says that it does not count. */
async function opensNothing(browser: Browser, server: TestApp, path: string, afterMs = 0): Promise<void> {
  const { page } = await watchedPage(browser, 'desk');
  shiftMs = afterMs;
  await page.goto(server.url + path);
  await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
  shiftMs = 0;
  expect(await page.getByLabel('Password').count()).toBe(0);
  // Not even a token that does not count is in the address for long.
  expect(new URL(page.url()).hash).toBe('');
}

describeInBrowser('a link that does not count', () => {
  let server: TestApp;
  let browser: Browser;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestApp({ clock: new ShiftedClock() }), openBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  it.each([
    ['a setup link that is cut off', async () => `/setup#${cut(await setupToken(server))}`],
    ['a setup link that is older than a day', async () => `/setup#${await setupToken(server)}`, dayMs + 1],
    ['a recovery link in place of a setup link', async () => `/setup#${await recoveryToken(server, server.first.userId)}`],
    ['a recovery link that is cut off', async () => `/recover#${cut(await recoveryToken(server, server.first.userId))}`],
    ['a recovery link of some weeks ago', async () => `/recover#${await recoveryToken(server, server.first.userId)}`, 8 * weekMs],
    ['an invitation in place of a recovery link', async () => `/recover#${await invitationToken(server, 'foreign@example.org')}`],
    ['an invitation of some weeks ago', async () => `/invite#${await invitationToken(server, 'late@example.org')}`, 8 * weekMs],
    ['a recovery link in place of an invitation', async () => `/invite#${await recoveryToken(server, server.first.userId)}`],
  ] as const)('says so, and asks for no password: %s', async (_, address, afterMs = 0) => {
    await opensNothing(browser, server, await address(), afterMs);
  });

  it('is a setup link once someone has a password, and a recovery link that was used', async () => {
    const setup = await setupToken(server);
    const recovery = await recoveryToken(server, server.first.userId);
    await claimLink(server, recovery).expect(200);
    await opensNothing(browser, server, `/setup#${setup}`);
    await opensNothing(browser, server, `/recover#${recovery}`);
  });
});

describeInBrowser('a page of a person', () => {
  let world: Pick<ConsoleWorld, 'server' | 'workspaceId'>;
  let browser: Browser;
  beforeAll(async () => {
    const [server, opened] = await Promise.all([startTestApp(), openBrowser()]);
    browser = opened;
    world = { server, workspaceId: server.first.workspaceId };
    await claimLink(server, await recoveryToken(server, server.first.userId)).expect(200);
    await deployedWorkflow(server, 'Order confirmation');
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await world.server.close();
  });

  const owner = () => world.server.as(world.server.first.apiKey);

  /** A member with a page of the workspace. */
  async function member(path: string): Promise<{ readonly id: string; readonly email: string; readonly page: Page }> {
    const { server, workspaceId } = world;
    const { id, email } = await userWithPassword(server);
    await owner().post(`/api/v1/workspaces/${workspaceId}/members`).send({ email, permission: 'write' }).expect(200);
    const address = `/workspace/${workspaceId}/${path}`;
    const { page } = await signedInPage(browser, { ...world, email }, { path: address, isOwnSession: true });
    return { id, email, page };
  }

  it('asks for a sign-in, which is refused, when they are suspended while it is open', async () => {
    const { id, page } = await member('w');
    await page.getByRole('button', { name: 'New workflow' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Too late');
    const letThrough = await holdRequests(page);
    await owner().patch(`/api/v1/users/${id}`).send({ suspended: true }).expect(200);
    await page.getByRole('dialog').getByRole('button', { name: 'Create workflow' }).click();
    letThrough();
    const again = page.getByRole('dialog', { name: 'Sign in again' });
    await again.getByLabel('Password').fill('nine lazy foxes in the rain');
    await again.getByRole('button', { name: 'Sign in', exact: true }).click();
    await again.getByRole('alert').waitFor();
  });

  it('says at the next action that they are no member any more, and shows nothing of the workspace when it is loaded again', async () => {
    const { id, page } = await member('w');
    await page.getByRole('button', { name: 'New workflow' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Too late');
    const letThrough = await holdRequests(page);
    await owner().delete(`/api/v1/workspaces/${world.workspaceId}/members/${id}`).expect(200);
    await page.getByRole('dialog').getByRole('button', { name: 'Create workflow' }).click();
    letThrough();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    expect(await page.getByRole('dialog').getByLabel('Name').first().inputValue()).toBe('Too late');
    await page.reload();
    await page.getByRole('alert').first().waitFor();
    expect(await page.getByText('Order confirmation').count()).toBe(0);
  });

  it('asks for no password over plain HTTP outside of localhost', async () => {
    const { page } = await watchedPage(browser, 'desk');
    const place = 'http://sluice.example';
    // A proxy in front of the server that does not encrypt.
    await page.route(`${place}/**`, async (route) => {
      const { pathname, search } = new URL(route.request().url());
      const headers = { ...route.request().headers(), host: 'sluice.example' };
      await route.fulfill({ response: await route.fetch({ url: world.server.url + pathname + search, headers, maxRedirects: 0 }) });
    });
    const letThrough = await holdRequests(page, '**/links/recovery');
    const isAsking = page.waitForRequest('**/links/recovery');
    await page.goto(`${place}/login`);
    await isAsking;
    expect(await page.getByLabel('Password').count()).toBe(0);
    letThrough();
    await page.getByRole('alert').getByText('SLUICE_PLAIN_HTTP=allow').waitFor();
    expect(await page.getByLabel('Password').count()).toBe(0);
    await page.goto(`${world.server.url}/login`);
    await fillSignIn(page, (await userWithPassword(world.server)).email);
    await page.getByText('You are in no workspace yet').waitFor();
  });
});
