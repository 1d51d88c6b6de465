import type { Page } from 'playwright-core';

/**
 * Requests of a page to the API wait from now on, so that the page cannot learn between two steps of a test what has changed.
 * @returns what lets them through
 */
export async function holdRequests(page: Page, path = '**/api/**'): Promise<() => void> {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<undefined>();
  await page.route(path, async (route) => {
    await isReleased;
    await route.fallback();
  });
  return () => release(undefined);
}
