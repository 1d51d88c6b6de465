import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../browser.js';
import { eventually } from '../eventually.js';
import { barriers, overflow } from '../watched-page.js';
import { signedInPage, startConsoleWorld, type ConsoleWorld } from './console-world.js';
import { isPicturing, savePictures } from './page-pictures.js';

/** A page of the console: its address, and a text that is on it when it is ready. */
interface ConsolePage {
  readonly name: string;
  readonly path: (world: ConsoleWorld) => string;
  readonly ready: string;
}

const looks = (['light', 'dark'] as const).flatMap((colorScheme) => [320, 1280].map((width) => ({ colorScheme, width })));

/** Opens each page once and looks at it in both themes and two widths: contrast, barriers, messages of the browser, sideways scrolling. */
export function describePages(subject: string, pages: readonly ConsolePage[]): void {
  describeInBrowser(subject, () => {
    let world: ConsoleWorld;
    let browser: Browser;
    beforeAll(async () => {
      [world, browser] = await Promise.all([startConsoleWorld(), openBrowser()]);
    }, 120_000);
    afterAll(async () => {
      await browser.close();
      await world.server.close();
    });

    it('have no barriers, complaints and sideways scrolling at 1280 and 320 px, light and dark', async () => {
      const { page, complaints } = await signedInPage(browser, world);
      const found: string[] = [];
      for (const { name, path, ready } of pages) {
        await page.goto(world.server.url + path(world));
        await page.getByText(ready).first().waitFor();
        for (const { colorScheme, width } of looks) {
          // Colours that change slowly are measured halfway.
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          await page.setViewportSize({ width, height: 800 });
          found.push(...(await faults(page)).map((fault) => `${name} ${width} ${colorScheme}: ${fault}`));
        }
      }
      expect(found).toEqual([]);
      // Requests of a page that the test has left.
      expect(complaints).toEqual([]);
    }, 300_000);

    (isPicturing ? it : it.skip)(
      'have their pictures taken',
      async () => {
        const { page } = await signedInPage(browser, world);
        for (const { name, path, ready } of pages.filter((each) => each.name.includes(process.env['SLUICE_CONSOLE_PAGES'] ?? ''))) {
          await savePictures(browser, page.context(), name, `${world.server.url}${path(world)}`, ready);
        }
      },
      600_000,
    );
  });
}

/** What stays wrong: a page may still be fitting itself to its window. */
async function faults(page: Page): Promise<readonly string[]> {
  let found: readonly string[] = [];
  const look = async (): Promise<void> => {
    found = [...(await barriers(page)), ...((await overflow(page)) > 0 ? ['wider than the window'] : [])];
    expect(found).toEqual([]);
  };
  await eventually(look, 5000).catch(() => undefined);
  return found;
}
