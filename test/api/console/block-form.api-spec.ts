import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { signedInPage, startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { eventually } from '../../support/eventually.js';
import { userWithPassword } from '../../support/signed-in.js';
import type { WatchedPage } from '../../support/watched-page.js';

describeInBrowser('the form of a block of a type that only the palette describes', () => {
  let world: ConsoleWorld;
  let browser: Browser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([startConsoleWorld(), openBrowser()]);
    const variables = { SHOP_TOKEN: 'shop-token-1234', SHOP_USER: 'ada' };
    await world.server.as(world.server.first.apiKey).put(environment()).send({ variables }).expect(200);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await world.server.close();
  });

  const environment = (): string => `/api/v1/workspaces/${world.workspaceId}/environment`;

  async function opened(email = world.email): Promise<WatchedPage> {
    const opening = await signedInPage(browser, { ...world, email }, { isOwnSession: email !== world.email });
    await opening.page.getByRole('heading', { name: 'Home' }).waitFor();
    await opening.page.goto(`${world.server.url}/console-parts`);
    await form(opening.page).getByLabel('Address', { exact: true }).waitFor();
    await form(opening.page).getByRole('button', { name: '3 more fields' }).click();
    // The code that arrives moves what follows it, and a page that scrolls closes the list of a control.
    await form(opening.page).locator('.cm-content').first().waitFor();
    return opening;
  }

  const form = (page: Page): Locator => page.getByRole('region', { name: 'Form of a block' });

  async function stored(page: Page): Promise<Record<string, unknown>> {
    return JSON.parse((await form(page).getByLabel('Block as it is stored').textContent()) ?? '') as Record<string, unknown>;
  }

  const becomes = (page: Page, fields: object): Promise<void> =>
    eventually(async () => expect(await stored(page)).toMatchObject(fields), 10_000);

  it('has a control for each field, and hides other names of a field and fields that do not count', async () => {
    const { page, complaints } = await opened();
    for (const name of ['Address', 'Attempts', 'Code', 'Format', 'Is urgent', 'Table ID', 'Token']) {
      await form(page).getByLabel(name, { exact: true }).first().waitFor();
    }
    expect(await form(page).getByLabel('Former').count()).toBe(0);
    expect(await form(page).getByLabel('Body').count()).toBe(0);
    await form(page).getByRole('radio', { name: 'POST' }).click();
    await form(page).getByRole('textbox', { name: 'Body' }).fill('{"id": 1}');
    await becomes(page, { method: 'POST', body: '{"id": 1}' });
    // Requests of the page that the test has left.
    expect(complaints).toEqual([]);
  });

  it('completes references with their last values and secrets by name, by keyboard', async () => {
    const { page } = await opened();
    const address = form(page).getByLabel('Address', { exact: true });
    await address.fill('');
    await address.pressSequentially('https://x/<cust');
    const offer = page.getByRole('option').first();
    await offer.waitFor();
    expect(await page.getByRole('option').allTextContents()).toEqual([
      '<readtheorder.result.customer>{"name":"Ada Lovelace"}',
      '<readtheorder.result.customer.name>"Ada Lovelace"',
    ]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.type('?key={{SHOP_T');
    await page.getByRole('option', { name: '{{SHOP_TOKEN}}' }).waitFor();
    await page.keyboard.press('Tab');
    await becomes(page, { address: 'https://x/<readtheorder.result.customer.name>?key={{SHOP_TOKEN}}' });
    expect(await page.evaluate('document.activeElement.tagName')).toBe('TEXTAREA');
  });

  it('marks known names and underlines unknown ones', async () => {
    const { page } = await opened();
    const marks = form(page).locator('mark');
    await eventually(async () => expect(await marks.allTextContents()).toContain('<customer.name>'));
    const looks = await marks.evaluateAll((found) =>
      found.map((mark) => `${mark.textContent} ${/unknown/.test(mark.className) ? 'unknown' : 'known'}`),
    );
    expect(looks).toEqual(expect.arrayContaining(['<readtheorder.result.id> known', '<customer.name> unknown', '{{SHOP_TOKEN}} known']));
  });

  it('shows problems at their fields, in lists too, and ties them to the controls', async () => {
    const { page } = await opened();
    const address = form(page).getByLabel('Address', { exact: true });
    const about = await address.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${about}"]`).textContent()).toBe('Address refers to <customer.name>, which does not exist');
    expect(await address.getAttribute('aria-required')).toBe('true');
    const value = form(page).getByLabel('Value', { exact: true }).nth(1);
    expect(await value.getAttribute('aria-invalid')).toBe('true');
  });

  it('has code with completion, faults where the engine finds them, search, and a view in full height', async () => {
    const { page, complaints } = await opened();
    const code = form(page).getByRole('textbox', { name: 'Code' });
    await form(page).locator('.cm-content').first().waitFor();
    await code.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' +\n(');
    await page.keyboard.type('<cust');
    await page.getByRole('option', { name: '<readtheorder.result.customer.name>' }).click();
    await becomes(page, { code: expect.stringMatching(/^return <readtheorder\.result> \+\s+\(<readtheorder\.result\.customer\.name>\)$/) });
    expect(await form(page).locator('.cm-lintRange-error').count()).toBe(0);
    await page.keyboard.press('Control+End');
    await page.keyboard.type('}');
    await form(page).locator('.cm-lintRange-error').waitFor();
    await page.keyboard.press('Control+f');
    await form(page).getByPlaceholder('Find').waitFor();
    await page.keyboard.press('Escape');
    await form(page).getByRole('button', { name: 'Full height for Code' }).click();
    await form(page).getByRole('button', { name: 'Leave full height of Code' }).waitFor();
    await page.keyboard.press('Escape');
    await form(page).getByRole('button', { name: 'Full height for Code' }).waitFor();
    // Tab leaves the editor.
    await code.focus();
    await page.keyboard.press('Tab');
    expect(await code.evaluate((editor) => editor.matches(':focus'))).toBe(false);
    expect(complaints).toEqual([]);
  });

  it('removes the edges of a branch with the branch, and keeps those of a branch that moves', async () => {
    const { page } = await opened();
    const edges = form(page).getByLabel('Edges');
    await form(page).getByRole('button', { name: 'Move branch 2 up' }).click();
    await becomes(page, { branches: expect.stringMatching(/^\[\{"id":"send-2"/) });
    expect(await edges.textContent()).toBe('one two');
    await form(page).getByRole('button', { name: 'Add branch' }).click();
    await becomes(page, { branches: expect.stringContaining('"id":"send-3"') });
    await form(page).getByRole('button', { name: 'Remove branch 1' }).click();
    await eventually(async () => expect(await edges.textContent()).toBe('one'));
  });

  it('makes rows of pasted lines', async () => {
    const { page } = await opened();
    await form(page).getByRole('button', { name: 'Add row' }).first().click();
    const name = form(page).getByLabel('Headers: name 2');
    await name.focus();
    await page.evaluate(`(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'Accept: text/csv\\nX-Shop: 7');
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    })()`);
    await becomes(page, {
      headers: [
        { id: '1', cells: { Key: 'Authorization', Value: 'Bearer {{SHOP_TOKEN}}' } },
        { id: '2', cells: { Key: 'Accept', Value: 'text/csv' } },
        { id: '3', cells: { Key: 'X-Shop', Value: '7' } },
      ],
    });
  });

  it('chooses a table by its name, or takes a reference', async () => {
    const { page } = await opened();
    const table = form(page).getByLabel('Table ID', { exact: true }).and(page.getByRole('combobox'));
    // A page that scrolls closes the list.
    await table.scrollIntoViewIfNeeded();
    await table.fill('ord');
    const offer = page.getByRole('option', { name: 'orders' });
    // A list that opens just now takes no key.
    await eventually(async () => {
      await table.press('ArrowDown');
      expect(await offer.getAttribute('data-focused', { timeout: 1000 })).toBe('true');
    });
    await table.press('Enter');
    await becomes(page, { tableId: world.tableId });
    expect(await table.inputValue()).toBe('orders');
    await table.fill('<readtheorder.result.id>');
    await form(page).getByLabel('Code', { exact: true }).focus();
    await becomes(page, { tableId: '<readtheorder.result.id>' });
  });

  it('stores a typed secret in the environment and never in the draft', async () => {
    const { page } = await opened();
    const token = form(page).getByLabel('Token', { exact: true });
    await token.pressSequentially('top-secret-1');
    await form(page).getByLabel('Name for the secret of Token').waitFor();
    expect(JSON.stringify(await stored(page))).not.toContain('top');
    await form(page).getByRole('button', { name: 'Store as secret' }).click();
    await becomes(page, { token: '{{SEND_THE_ORDER_TOKEN}}' });
    const { body } = await world.server.as(world.server.first.apiKey).get(environment()).expect(200);
    expect(JSON.stringify(body)).toContain('SEND_THE_ORDER_TOKEN');
    expect(JSON.stringify(await stored(page))).not.toContain('top-secret');
  });

  it('tells people who may not store secrets who does, and how to write the name of one', async () => {
    const { email } = await userWithPassword(world.server);
    const member = { email, permission: 'write' };
    await world.server.as(world.server.first.apiKey).post(`/api/v1/workspaces/${world.workspaceId}/members`).send(member).expect(200);
    const { page, complaints } = await opened(email);
    await form(page).getByLabel('Token', { exact: true }).pressSequentially('top-secret-2');
    await form(page).getByText('Admins of the workspace store secrets').waitFor();
    expect(await form(page).getByRole('button', { name: 'Store as secret' }).count()).toBe(0);
    await form(page).getByLabel('Token', { exact: true }).fill('{{SHOP_TOKEN}}');
    await becomes(page, { token: '{{SHOP_TOKEN}}' });
    expect(complaints.filter((text) => text.includes('environment'))).toEqual([]);
  });

  it('writes numbers as numbers, keeps references in their place, and never writes a default', async () => {
    const { page } = await opened();
    const attempts = form(page).getByLabel('Attempts', { exact: true }).first();
    expect(await attempts.getAttribute('placeholder')).toBe('3');
    await attempts.fill('7');
    await becomes(page, { attempts: 7 });
    await attempts.fill('<readtheorder.result.id>');
    await becomes(page, { attempts: '<readtheorder.result.id>' });
    await attempts.fill('');
    await eventually(async () => expect(await stored(page)).not.toHaveProperty('attempts'));
    await form(page).getByText('Off').first().click();
    await becomes(page, { isUrgent: true });
  });
});
