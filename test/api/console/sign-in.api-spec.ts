import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { fillSignIn, signedInPage, startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { holdRequests } from '../../support/console/held-requests.js';
import { recoveryToken, userWithPassword, visitor } from '../../support/signed-in.js';
import { watchedPage } from '../../support/watched-page.js';

describeInBrowser('people who sign in to the console', () => {
  let world: ConsoleWorld;
  let browser: Browser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([startConsoleWorld(), openBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await world.server.close();
  });

  it('come back to the address that they wanted', async () => {
    const { page } = await watchedPage(browser, 'desk');
    const wanted = `/workspace/${world.workspaceId}/logs?level=error`;
    await page.goto(world.server.url + wanted);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await fillSignIn(page, world.email);
    await page.getByRole('table', { name: 'Runs' }).waitFor();
    await page.waitForURL(world.server.url + wanted);
  });

  it('read in one sentence that the password is wrong, and keep what they typed', async () => {
    const { page } = await watchedPage(browser, 'desk');
    await page.goto(`${world.server.url}/login`);
    await page.getByLabel('E-mail').fill(world.email);
    await page.getByLabel('Password').fill('wrong and wrong again');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('E-mail').inputValue()).toBe(world.email);
  });

  it('choose a password with a link, whose token leaves the address', async () => {
    const { server } = world;
    const { id, email } = await userWithPassword(server);
    const token = await recoveryToken(server, id);
    const { page, complaints } = await watchedPage(browser, 'desk');
    await page.goto(`${server.url}/recover#${token}`);
    await page.getByText(`For ${email}`).waitFor();
    await page.waitForURL(`${server.url}/recover`);
    await page.getByLabel('Password').fill('too short');
    await page.getByRole('button', { name: 'Set password' }).click();
    const password = page.getByRole('textbox', { name: 'Password' });
    await password.and(page.locator('[aria-invalid="true"]')).waitFor();
    await password.fill('eleven quiet rivers at noon');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('You are in no workspace yet').waitFor();
    expect(complaints.filter((complaint) => !complaint.includes('400'))).toEqual([]);
    await page.goto(`${server.url}/recover#${token}`);
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
  });

  it('sign in again above the page when their session ends, and lose nothing that they typed', async () => {
    const { server, email, workspaceId } = world;
    const { page } = await signedInPage(browser, world, { path: `/workspace/${workspaceId}/logs`, isOwnSession: true });
    await page.getByRole('table', { name: 'Runs' }).waitFor();
    const letThrough = await holdRequests(page);
    const other = await visitor(server, email);
    await other.delete('/api/v1/users/me/sessions').expect(200);
    await page.getByRole('searchbox').fill('stock');
    letThrough();
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await page.getByRole('dialog').getByLabel('Password').fill('nine lazy foxes in the rain');
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('cannot be read').first().waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('stock');
    await page.waitForURL(/q=stock/);
  });

  it('read that they could not be signed out, and leave no inputs of tests behind', async () => {
    const { page } = await signedInPage(browser, world, { isOwnSession: true });
    const kept = () => page.evaluate(`Object.keys(localStorage).filter((name) => /draft|input/.test(name))`);
    await page.evaluate(`
      localStorage.setItem('sluice.run-input.u.w', '{"json":"secret"}');
      localStorage.setItem('sluice.draft.u.w.tab', '{"queue":[],"undo":[{}],"redo":[]}');
      localStorage.setItem('sluice.draft.u.v.tab', '{"queue":[{}],"undo":[],"redo":[]}');
    `);
    await page.route('**/api/v1/session', (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 500, json: { error: 'Out of order' } }) : route.continue(),
    );
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    const still = page.getByRole('dialog', { name: 'You are still signed in' });
    await still.getByText('Out of order').waitFor();
    await page.unrouteAll();
    await still.getByRole('button', { name: 'Sign out again' }).click();
    await page.waitForURL(`${world.server.url}/login`);
    expect(await kept()).toEqual(['sluice.draft.u.v.tab']);
  });

  it('sign out, and need the password for the next page', async () => {
    const { page } = await signedInPage(browser, world, { isOwnSession: true });
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(`${world.server.url}/login`);
    await page.goto(`${world.server.url}/workspaces`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });
});
