import axe, { type AxeResults } from 'axe-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

export interface WatchedPage {
  readonly page: Page;
  /** What the browser complained about: violations of the content security policy, errors of scripts, answers that did not come. */
  readonly complaints: readonly string[];
}

export const sizes = { desk: { width: 1280, height: 800 }, phone: { width: 360, height: 640 } } as const;

const opened = new Map<BrowserContext, WatchedPage>();

/** The environment of the tests adds it to the message of a failure. */
Object.assign(globalThis, { [Symbol.for('sluice.seen')]: seenPages });

async function seenPages(): Promise<string> {
  const seen = [...opened.values()].map(async ({ page, complaints }) => {
    const text = await page.innerText('body', { timeout: 2000 }).catch((error: unknown) => `(${String(error)})`);
    return [`The page ${page.url()} showed:`, text.slice(0, 3000), ...complaints.slice(-10)].join('\n');
  });
  return (await Promise.all(seen)).join('\n\n');
}

/** Closes all pages that a test has opened: they would go on with asking the server for news. */
export async function closePages(): Promise<void> {
  const pages = [...opened];
  opened.clear();
  const close = async ([context, { page }]: (typeof pages)[number]): Promise<void> => {
    // A request that a test still has in its hands would fail the file.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  };
  await Promise.all(pages.map(close));
}

/** Opens a page in a new browser context, without scripts, cookies or storage of another page unless they are given. */
export async function watchedPage(
  browser: Browser,
  size: keyof typeof sizes,
  colorScheme: 'light' | 'dark' = 'light',
  storageState?: NonNullable<BrowserContextOptions['storageState']>,
): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport: sizes[size],
    colorScheme,
    isMobile: size === 'phone',
    hasTouch: size === 'phone',
    ...(storageState !== undefined && { storageState }),
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  opened.set(context, { page, complaints });
  page.on('console', (message) => complaints.push(`${message.location().url} ${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => complaints.push(String(error)));
  // From now on the browser reports file choosers: it may handle a key before it knows a listener that is added together with the press.
  page.on('filechooser', () => undefined);
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'failed';
    // A page that is left or closed gives its requests up.
    if (reason !== 'net::ERR_ABORTED') complaints.push(`${request.url()}: ${reason}`);
  });
  return { page, complaints };
}

/** Presses a button that leads to another page, and waits until that is there. */
export async function press(page: Page, button: string): Promise<void> {
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: button }).click()]);
}

/** What is in the way of people who cannot see, point or read well: rule and place, nothing when all is well. */
export async function barriers(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe.source);
  const { violations } = (await page.evaluate('axe.run({ exclude: "[data-live-announcer]" })')) as AxeResults;
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`));
}

/** How far the page is wider than its window, in CSS pixels. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}
