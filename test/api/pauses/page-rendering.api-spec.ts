import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { pageHeaders } from '#modules/pauses/page/page-headers.js';
import type { Attempt } from '#modules/pauses/page/pause-page.js';
import { renderKeyPage } from '#modules/pauses/page/render-key-page.js';
import { renderPausePage } from '#modules/pauses/page/render-pause-page.js';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { aPage, aPoint, aToolCall } from '../../support/pauses/pause-pages.js';
import { barriers, overflow, press, sizes, watchedPage, type WatchedPage } from '../../support/watched-page.js';

const attempt: Attempt = {
  values: new Map([['decision', 'no']]),
  problems: [
    { field: 'decision', message: 'decision must be a text' },
    { field: 'changes', message: 'changes must be JSON' },
  ],
};
const answers = [
  { email: 'anna@example.com', via: 'link', at: '2026-11-20T10:00:00.000Z' },
  { email: null, via: 'key', at: '2026-11-20T11:00:00.000Z' },
] as const;
const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(3);
const wide = { ...Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`column ${index}`, 'some text'])) };

/** The parts of a form that may have files. */
function partsOf(body: string): readonly (readonly [string, string])[] {
  const boundary = body.slice(0, body.indexOf('\r\n'));
  const parts = body.split(`${boundary}\r\n`).slice(1);
  return parts.map((part) => {
    const [head = '', value = ''] = part.split(/\r\n\r\n([^]*)/);
    const name = /name="([^\r]*)"/.exec(head)?.[1] ?? '';
    return [name.replaceAll('"', ''), value.replace(/\r\n(--.*)?(\r\n)?$/, '')];
  });
}

/** Every face that the page has. */
const pages: Readonly<Record<string, string>> = {
  '/asked': renderPausePage(aPage()),
  '/key': renderPausePage(
    aPage({ access: { by: 'key' }, points: [aPoint(), aPoint({ contextId: 'second', requiredApprovals: 2, answers })] }),
  ),
  '/refused': renderPausePage(aPage({ points: [aPoint(), aPoint({ contextId: 'second', attempt })] })),
  '/answered': renderPausePage(aPage({ status: 'running', access: { by: 'receipt' }, points: [aPoint({ status: 'answered', answers })] })),
  '/expired': renderPausePage(aPage({ status: 'failed', points: [aPoint({ status: 'expired' }), aPoint({ status: 'closed' })] })),
  '/not-asked': renderPausePage(aPage({ points: [aPoint({ hindrance: 'not-asked' })] })),
  '/long': renderPausePage(
    aPage({ workflowName: longWord, points: [aPoint({ title: longWord, data: { [longWord]: longWord, table: [wide, wide] } })] }),
  ),
  '/call': renderPausePage(aPage({ points: [aToolCall()] })),
  '/call-refused': renderPausePage(
    aPage({
      access: { by: 'key' },
      points: [
        aToolCall({
          attempt: { values: new Map([['arguments', '{"order":']]), problems: [{ field: 'arguments', message: 'arguments must be JSON' }] },
        }),
      ],
    }),
  ),
  '/call-answered': renderPausePage(
    aPage({ status: 'running', access: { by: 'receipt' }, points: [aToolCall({ status: 'answered', answers })] }),
  ),
  '/call-not-asked': renderPausePage(aPage({ points: [aToolCall({ hindrance: 'not-asked', requiredApprovals: 2 })] })),
  '/no-link': renderKeyPage('no-link', { path: '/resume/w/e' }),
  '/link-expired': renderKeyPage('link-expired', { path: '/resume/w/e' }),
  '/broken': '<title>Broken</title><p onclick="x()" style="color: red">Hello</p><script>alert(1)</script><img src="/x">',
  '/key-refused': renderKeyPage('key-refused', { path: '/resume/w/e', carried: new Map([['field.decision', 'yes']]) }),
};

describeInBrowser('the page for answers', () => {
  let server: Server;
  let origin: string;
  let browser: Browser;
  let watched: WatchedPage | undefined;
  /** The bodies of the forms that were sent. */
  const sent: string[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        if (request.method === 'POST') sent.push(body);
        response.setHeaders(pageHeaders);
        response.end(pages[request.url?.split('?')[0] ?? ''] ?? '');
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await openBrowser();
  });

  afterEach(async () => {
    const { page, complaints = [] } = watched ?? {};
    watched = undefined;
    await page?.context().close();
    expect(complaints).toEqual([]);
  });

  afterAll(async () => {
    await browser.close();
    server.close();
  });

  async function open(path: string, ...look: readonly [size?: keyof typeof sizes, scheme?: 'light' | 'dark']): Promise<Page> {
    watched = await watchedPage(browser, look[0] ?? 'desk', look[1]);
    await watched.page.goto(origin + path);
    return watched.page;
  }

  const looks = [
    ['desk', 'light'],
    ['phone', 'dark'],
  ] as const;
  const all = Object.keys(pages)
    .filter((path) => path !== '/broken')
    .flatMap((path) => looks.map(([size, scheme]) => [path, size, scheme] as const));

  it.each(all)('has no accessibility barrier on %s on a %s when it is %s, and fits', async (path, size, scheme) => {
    const page = await open(path, size, scheme);
    expect(await barriers(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
  });

  it('is not alone in being looked at: a page that breaks the rules is noticed', async () => {
    const broken = await watchedPage(browser, 'desk');
    await broken.page.goto(`${origin}/broken`);
    expect(broken.complaints.filter((text) => text.includes('Content Security Policy')).length).toBeGreaterThanOrEqual(3);
    expect((await barriers(broken.page)).join()).toContain('image-alt');
    await broken.page.context().close();
  });

  it('is styled, so the policy lets its style through', async () => {
    const page = await open('/asked');
    expect(await page.evaluate("getComputedStyle(document.querySelector('button')).fontWeight")).toBe('600');
  });

  it('begins where the mistakes are told, and leads to each', async () => {
    const page = await open('/refused', 'phone');
    expect(await page.locator(':focus').getAttribute('role')).toBe('alert');
    await page.getByRole('link', { name: 'changes must be JSON' }).click();
    expect(await page.locator(':focus').getAttribute('name')).toBe('field.changes');
    expect(await page.locator(':focus').getAttribute('aria-invalid')).toBe('true');
  });

  it('can be answered with the keyboard alone, in the order in which it is read', async () => {
    const page = await open('/asked');
    const order: string[] = [];
    for (;;) {
      await page.keyboard.press('Tab');
      const name: string = await page.evaluate('document.activeElement.name || document.activeElement.tagName');
      order.push(name);
      if (name === 'BUTTON') break;
    }
    expect(order).toEqual([
      'A',
      'DIV',
      ...['decision', 'discount', 'notify', 'changes', 'tags', 'region', 'papers'].map((name) => `field.${name}`),
      'BUTTON',
    ]);
  });

  it('does not send what lacks a field that is required, or holds a word for a number', async () => {
    const page = await open('/asked');
    const before = sent.length;
    await page.getByRole('button', { name: 'Send the answer' }).click();
    expect(await page.locator(':focus').getAttribute('name')).toBe('field.decision');
    expect(sent).toHaveLength(before);
  });

  it('sends what was typed with the token, and drops both from its address', async () => {
    const page = await open('/asked?token=token-of-anna');
    await page.getByLabel('decision').fill('approve & send');
    await page.getByLabel('discount').fill('7.5');
    await page.getByLabel('notify').uncheck();
    await press(page, 'Send the answer');
    expect(new URL(page.url()).search).toBe('');
    expect(Object.fromEntries(partsOf(sent.at(-1) ?? ''))).toEqual({
      contextId: 'review-1',
      token: 'token-of-anna',
      'field.decision': 'approve & send',
      'field.discount': '7.5',
      'field.changes': '{\r\n  "city": "Oslo"\r\n}',
      'field.tags': '',
      'field.region': 'south',
      'field.papers; filename=': '',
    });
  });

  it.each([
    ['Approve the call', 'true'],
    ['Refuse it', 'false'],
  ])('with a call of a tool has the button %s, which sends the answer', async (button, approved) => {
    const page = await open('/call');
    await page.getByLabel('Reason').fill('By phone');
    await press(page, button);
    expect(Object.fromEntries(new URLSearchParams(sent.at(-1)))).toMatchObject({ 'field.approved': approved, 'field.reason': 'By phone' });
    expect(JSON.parse(new URLSearchParams(sent.at(-1)).get('field.arguments') ?? '')).toMatchObject({ order: 1815 });
  });

  it('with a call of a tool folds the arguments, and decides nothing by the Enter key', async () => {
    const page = await open('/call');
    const [before, argument] = [sent.length, page.getByRole('textbox', { name: 'Arguments' })];
    expect(await argument.isVisible()).toBe(false);
    await page.getByLabel('Reason').press('Enter');
    await page.getByText('Change the arguments').click();
    expect(await argument.isVisible()).toBe(true);
    expect(sent).toHaveLength(before);
  });

  it('with a call of a tool leads to arguments that cannot be read', async () => {
    const page = await open('/call-refused', 'phone');
    await page.getByRole('link', { name: 'arguments must be JSON' }).click();
    expect(await page.locator(':focus').getAttribute('name')).toBe('field.arguments');
  });

  it.each(['/key', '/call'])('%s can be pressed with a finger', async (path) => {
    const page = await open(path, 'phone');
    for (const button of await page.getByRole('button').all()) expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    for (const input of await page.locator('input:not([type=hidden]):not([type=checkbox]), label:has([type=checkbox])').all()) {
      expect((await input.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
  });
});
