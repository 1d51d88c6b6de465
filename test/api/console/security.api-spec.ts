import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { codeOf, stepAt } from '#host/secrets/passwords/one-time-code.js';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { fillSignIn } from '../../support/console/console-world.js';
import { eventually } from '../../support/eventually.js';
import { testPassword, userWithPassword, visitor } from '../../support/signed-in.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { watchedPage } from '../../support/watched-page.js';

describeInBrowser('the page of the security of an account', () => {
  let server: TestApp;
  let browser: Browser;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestApp(), openBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  async function opened(email: string): Promise<Page> {
    const { page } = await watchedPage(browser, 'desk');
    await page.goto(`${server.url}/login?next=/account/security`);
    await fillSignIn(page, email);
    await page.getByText('this browser').waitFor();
    return page;
  }

  it('turns a second factor on with the key as text and a picture, and signs in with it and with a recovery code', async () => {
    const { email } = await userWithPassword(server);
    const page = await opened(email);
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('img', { name: 'Key for your authenticator app' }).waitFor();
    const secret = (await page.getByRole('dialog').locator('pre').textContent()) ?? '';
    const now = stepAt(Date.now());
    await page
      .getByRole('dialog')
      .getByLabel('Code')
      .fill(codeOf(secret.replaceAll(' ', ''), now));
    await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click();
    const kept = page.getByRole('dialog', { name: 'Keep your recovery codes' });
    const codes = ((await kept.locator('pre').textContent()) ?? '').split('\n');
    expect(codes).toHaveLength(10);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe('sluice-recovery-codes.txt');
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByText('10 recovery codes are left').waitFor();

    const { page: next } = await watchedPage(browser, 'desk');
    await next.goto(`${server.url}/login?next=/account/security`);
    await fillSignIn(next, email);
    await next.getByLabel('Code').fill('000000');
    await next.getByRole('button', { name: 'Sign in' }).click();
    await next.getByRole('alert').getByText('The code is wrong').waitFor();
    await next.getByLabel('Code').fill(codes[0] ?? '');
    await next.getByRole('button', { name: 'Sign in' }).click();
    await next.getByText('9 recovery codes are left').waitFor();
    await next.getByRole('button', { name: 'Turn off' }).click();
    await next.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
    await next.getByRole('button', { name: 'Turn on' }).waitFor();
  });

  it('lists sessions, and ends the others', async () => {
    const { email } = await userWithPassword(server);
    const other = await visitor(server, email);
    const page = await opened(email);
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await page.getByRole('button', { name: 'Sign out everywhere else' }).waitFor({ state: 'detached' });
    await eventually(() => other.get('/api/v1/session').expect(401));
    await page.getByText('this browser').waitFor();
  });

  it('changes the password, and says at the field what is wrong with the next one', async () => {
    const { email } = await userWithPassword(server);
    const page = await opened(email);
    await page.getByLabel('Present password').fill(testPassword);
    await page.getByLabel('New password').fill('too short');
    await page.getByRole('button', { name: 'Change password' }).click();
    const field = page.getByLabel('New password');
    await field.and(page.locator('[aria-invalid="true"]')).waitFor();
    await field.fill('eleven quiet rivers at noon');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('The password was changed').waitFor();
    await visitor(server, email, 'eleven quiet rivers at noon');
  });
});
