import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext } from 'playwright-core';

const folder = fileURLToPath(new URL('../../../console/shots/', import.meta.url));
const widths = [1440, 1024, 390] as const;

/** Whether this run of the tests saves pictures: `npm run console:shots`. */
export const isPicturing = process.env['SLUICE_CONSOLE_SHOTS'] === '1';

/** Saves the page at an address in both themes and all widths, for people to look at. */
export async function savePictures(browser: Browser, signedIn: BrowserContext, name: string, url: string, isReady: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const context = await browser.newContext({ viewport: sizeOf(1440), storageState: await signedIn.storageState() });
  const page = await context.newPage();
  for (const width of widths) {
    await page.setViewportSize(sizeOf(width));
    // A page fits itself to its window when it opens.
    await page.goto(url);
    await page.getByText(isReady).first().waitFor();
    // A page that follows what happens is never idle.
    await page.waitForLoadState('networkidle', { timeout: 1500 }).catch(() => undefined);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.screenshot({ path: `${folder}${name}-${colorScheme}-${width}.png` });
    }
  }
  await context.close();
}

function sizeOf(width: number): { readonly width: number; readonly height: number } {
  return { width, height: width === 390 ? 844 : 900 };
}
