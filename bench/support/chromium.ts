import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Browser, type BrowserContext } from 'playwright-core';
import type { Subject } from './bed.js';

/** The browser of the tests, without a graphics card. It is unpacked on first use. Run it in the folder of the checkout. */
export async function openChromium(): Promise<Browser> {
  const { version } = JSON.parse(readFileSync('node_modules/@sparticuz/chromium/package.json', 'utf8')) as { version: string };
  const folder = join(process.cwd(), 'node_modules/.cache', `chromium-${version}`);
  if (!existsSync(folder)) await promisify(execFile)(process.execPath, ['test/setup/unpack-browser.js'], { env: { TMPDIR: folder } });
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    env: { PATH: '/usr/bin:/bin', LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_PATH: join(folder, 'fonts'), TZ: 'UTC' },
  });
}

const password = 'nine lazy foxes in the rain';

const browserHeaders = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' };

/** Signs the operator in as the page does, once `signedInBrowser` has set the password. */
export async function signIn(server: Subject): Promise<void> {
  const { body: session } = await server.call('GET', '/api/v1/session');
  const { email } = (session as { data: { user: { email: string } } }).data.user;
  const answer = await fetch(`${server.url}/api/v1/session`, {
    method: 'POST',
    headers: browserHeaders,
    body: JSON.stringify({ email, password }),
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`The sign-in was refused: ${answer.status}`);
}

/** Sets a password and signs the operator in. @returns what makes browser contexts in which he is signed in */
export async function signedInBrowser(browser: Browser, server: Subject): Promise<() => Promise<BrowserContext>> {
  const { body: session } = await server.call('GET', '/api/v1/session');
  const { id, email } = (session as { data: { user: { id: string; email: string } } }).data.user;
  const { body: link } = await server.call('POST', `/api/v1/users/${id}/recovery-link`);
  const claimed = await fetch(`${server.url}/api/v1/links/recovery`, {
    method: 'POST',
    headers: browserHeaders,
    body: JSON.stringify({ token: (link as { data: { token: string } }).data.token, password }),
  });
  if (!claimed.ok) throw new Error(`The password was not set: ${claimed.status}`);
  const first = await browser.newContext();
  const page = await first.newPage();
  await page.goto(`${server.url}/login`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((address) => address.pathname !== '/login');
  const storageState = await first.storageState();
  await first.close();
  return () => browser.newContext({ storageState, viewport: { width: 1440, height: 900 } });
}
