import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { signedInPage, startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { actions, dialog, press } from '../../support/console/refusable-actions.js';
import { holdRequests } from '../../support/console/held-requests.js';
import { loseAnswers, refusals, refuse } from '../../support/console/refused-requests.js';
import { eventually } from '../../support/eventually.js';
import { userWithPassword, visitor } from '../../support/signed-in.js';

describeInBrowser('an action in the console that is refused', () => {
  let world: ConsoleWorld;
  let browser: Browser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([startConsoleWorld(), openBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await world.server.close();
  });

  const opened = async (path: string): Promise<Page> =>
    (await signedInPage(browser, world, { path: `/workspace/${world.workspaceId}/${path}` })).page;

  it.each(actions)('says why where it is, keeps what was typed, and is done when it is sent again: %s', async (name, action) => {
    const page = await opened(await action.at(world));
    let isBegun = false;
    for (const refusal of refusals) {
      const letThrough = await refuse(page, action, refusal);
      if (!isBegun) await action.begin(page);
      // An upload is sent when its file is chosen.
      if (isBegun || name !== 'upload a file') await action.send(page);
      isBegun = true;
      await action.place(page).getByText(new RegExp(refusal.text)).waitFor();
      for (const [field, text] of action.kept?.(page) ?? []) expect(await field.inputValue()).toBe(text);
      await letThrough();
    }
    await action.send(page);
    await action.done(page).waitFor();
  });

  it('asks those whose session has ended to sign in, and keeps what was typed', async () => {
    const { server, workspaceId } = world;
    const { email } = await userWithPassword(server);
    const member = { email, permission: 'admin' };
    await server.as(server.first.apiKey).post(`/api/v1/workspaces/${workspaceId}/members`).send(member).expect(200);
    const path = `/workspace/${workspaceId}/settings/environment`;
    const { page } = await signedInPage(browser, { ...world, email }, { path, isOwnSession: true });
    await press(page.getByRole('main'), 'Set variable');
    await dialog(page).getByLabel('Name').fill('KEPT');
    await dialog(page).getByLabel('Value').fill('typed before');
    const letThrough = await holdRequests(page);
    await (await visitor(server, email)).delete('/api/v1/users/me/sessions').expect(200);
    await press(dialog(page), 'Set variable');
    letThrough();
    const again = page.getByRole('dialog', { name: 'Sign in again' });
    await again.getByLabel('Password').fill('nine lazy foxes in the rain');
    await press(again, 'Sign in');
    await again.waitFor({ state: 'detached' });
    await eventually(async () => expect(await dialog(page).getByLabel('Value').inputValue()).toBe('typed before'));
    await press(dialog(page), 'Set variable');
    await page.getByRole('row', { name: /KEPT/ }).waitFor();
  });

  /** Presses until an answer arrives. The client itself repeats a request with a key twice. */
  async function startsOnce(place: Locator, button: string, path: RegExp, lost: number): Promise<void> {
    const sent = await loseAnswers(place.page(), path, lost);
    await press(place, button);
    await place.getByRole('alert').getByText('HTTP 504').waitFor();
    await press(place, button);
    await place.getByRole('alert').waitFor({ state: 'detached' });
    await eventually(() => expect(sent.executionIds).toHaveLength(lost + 1));
    for (const each of [sent.keys, sent.executionIds]) expect(new Set(each).size).toBe(1);
    expect([...sent.keys, ...sent.executionIds]).not.toContain('none');
  }

  it('starts one replay with one key, however often the answer is lost', async () => {
    const page = await opened(`logs/${world.runs.completed}`);
    await press(page.getByRole('main'), 'Replay');
    await startsOnce(dialog(page), 'Replay', /\/replay$/, 3);
  });

  it('starts one test run with one key, however often the answer is lost', async () => {
    const page = await opened(`w/${world.workflows.completes}?tab=run`);
    await startsOnce(page.getByRole('tabpanel', { name: 'Run' }), 'Run', /\/draft\/runs$/, 1);
  });
});
