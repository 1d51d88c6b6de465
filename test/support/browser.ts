import { afterEach, describe } from '@jest/globals';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium, type Browser } from 'playwright-core';
import { closePages } from './watched-page.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

const hasBrowser = process.platform === 'linux' && process.arch === 'x64';

/** `describe` for what needs the browser, which is to be had for one platform only. The pages of a test are closed after it. */
export function describeInBrowser(name: string, tests: () => void): void {
  (hasBrowser ? describe : describe.skip)(name, () => {
    afterEach(closePages);
    tests();
  });
}
if (!hasBrowser) console.warn('Skipped: what needs a browser, since the one of these tests runs on Linux on x64 only');

/**
 * A real Chromium without a window. It is unpacked on first use, with the libraries and the font that it needs, so that it starts on
 * a machine that has none of them.
 */
export async function openBrowser(): Promise<Browser> {
  const folder = await unpacked();
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    env: { PATH: '/usr/bin:/bin', LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_PATH: join(folder, 'fonts'), TZ: 'UTC' },
    timeout: 60_000,
  });
}

async function unpacked(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules/@sparticuz/chromium/package.json'), 'utf8')) as { version: string };
  const folder = join(root, 'node_modules/.cache', `chromium-${version}`);
  if (existsSync(folder)) return folder;
  // Another process may do the same at the same time: the first one to be done counts.
  const own = `${folder}.${process.pid}`;
  await promisify(execFile)(process.execPath, [join(root, 'test/setup/unpack-browser.js')], { env: { TMPDIR: own } });
  await rename(own, folder).catch(async (error: unknown) => {
    await rm(own, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  });
  return folder;
}
