import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { projectFile } from '#host/project-file.js';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { overflow, sizes, watchedPage, type WatchedPage } from '../../support/watched-page.js';

describeInBrowser('the reference in a browser', () => {
  let server: TestApp;
  let browser: Browser;
  let desk: WatchedPage;
  const asked: string[] = [];

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestApp(), openBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await server.close();
  });
  beforeEach(async () => {
    asked.length = 0;
    desk = await watchedPage(browser, 'desk');
    desk.page.on('request', (request) => asked.push(request.url()));
    await open(desk.page);
  });

  async function open(page: Page, place = ''): Promise<void> {
    await page.goto(`${server.url}/docs${place}`);
    await page.getByRole('heading', { name: 'Executions' }).first().waitFor();
  }

  it('requests nothing from other servers, and violates no rule of its content security policy', async () => {
    await desk.page.getByRole('button', { name: 'Open Search' }).first().click();
    expect(asked.filter((url) => !url.startsWith(`${server.url}/`) && !url.startsWith('data:'))).toEqual([]);
    expect(desk.complaints.filter((complaint) => !/favicon| info: /.test(complaint))).toEqual([]);
  });

  it('has the colours of the console, in both themes', async () => {
    const ground = (page: Page): Promise<unknown> =>
      page.evaluate("getComputedStyle(document.body).getPropertyValue('--scalar-background-1')");
    expect(await ground(desk.page)).toBe('oklch(1 0 0)');
    const { page } = await watchedPage(browser, 'desk', 'dark');
    await open(page);
    expect(await ground(page)).toBe('oklch(0.17 0.01 255)');
  });

  it('lists the subjects in the order of the guides', async () => {
    const subjects = await desk.page.locator('aside').innerText();
    const places = ['Run workflows', 'Logs', 'Build workflows', 'Tables', 'Knowledge bases', 'Audit log'].map((name) =>
      subjects.indexOf(name),
    );
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places).not.toContain(-1);
  });

  it('names no two places alike', async () => {
    const places = (await desk.page.locator('aside').innerText()).split('\n').filter((line) => line !== '');
    expect(places).toContain('Models');
    expect(places.filter((name, index) => places.indexOf(name) !== index)).toEqual([]);
  });

  it('finds an operation by the verb of its summary', async () => {
    await desk.page.getByRole('button', { name: 'Open Search' }).first().click();
    await desk.page.getByRole('dialog').locator('input').fill('cancels a run');
    await desk.page.getByRole('option').filter({ hasText: 'Cancels a run' }).first().waitFor();
  });

  it('shows recorded examples', async () => {
    await open(desk.page, '#tag/executions/POST/api/workflows/{id}/execute');
    await desk.page.getByText(recordedExecutionId()).first().waitFor();
  });

  it.each(Object.keys(sizes) as (keyof typeof sizes)[])('fits the window (%s)', async (size) => {
    const { page } = await watchedPage(browser, size);
    await open(page);
    expect(await overflow(page)).toBe(0);
  });

  it('leads to the plain page where scripts are off', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${server.url}/docs`);
    await page.waitForURL(`${server.url}/docs/plain`);
    await context.close();
  });
});

function recordedExecutionId(): string {
  interface Described {
    readonly paths: { readonly '/api/workflows/{id}/execute': { readonly post: { readonly responses: { readonly 200: Answer } } } };
  }
  interface Answer {
    readonly content: { readonly 'application/json': { readonly example: { readonly executionId: string } } };
  }
  const { paths } = JSON.parse(readFileSync(projectFile('docs/openapi.json'), 'utf8')) as Described;
  return paths['/api/workflows/{id}/execute'].post.responses[200].content['application/json'].example.executionId;
}
