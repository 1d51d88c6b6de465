import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { mkdirSync } from 'node:fs';
import type { Browser as Chromium, Page } from 'playwright-core';
import type { JsonObject } from '#kernel/json.js';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { aChat, echo, type MadeChat } from '../../support/chat/chat-api.js';
import { startMailSink, type MailSink } from '../../support/chat/mail-sink.js';
import { holdRequests } from '../../support/console/held-requests.js';
import { startFakeModels, type FakeModels } from '../../support/fake-models.js';
import { blockWith, functionBlock, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { barriers, overflow, watchedPage, type WatchedPage } from '../../support/watched-page.js';

const asking = inARow(
  blockWith('ask', 'human_in_the_loop', {
    builderData: [{ name: 'amount', type: 'number', value: '<start.input>' }],
    inputFormat: [
      { name: 'approved', type: 'boolean', required: true },
      { name: 'note', type: 'string' },
    ],
  }),
  functionBlock('echo', 'return { said: `${<ask.approved>} ${<ask.note>}` }'),
);

describeInBrowser('the page of a chat', () => {
  let server: TestApp;
  let models: FakeModels;
  let mail: MailSink;
  let browser: Chromium;
  let watched: WatchedPage | undefined;

  beforeAll(async () => {
    models = await startFakeModels();
    mail = await startMailSink();
    server = await startTestApp({ env: { ...models.env, ...mail.env } });
    browser = await openBrowser();
  }, 120_000);
  afterEach(async () => {
    const { page, complaints = [] } = watched ?? {};
    watched = undefined;
    await page?.context().close();
    expect(complaints.filter((complaint) => !/status of 40[13]/.test(complaint))).toEqual([]);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
    await models.stop();
    await mail.close();
  });

  async function open(chat: MadeChat, size: 'desk' | 'phone' = 'desk', scheme: 'light' | 'dark' = 'light'): Promise<Page> {
    watched = await watchedPage(browser, size, scheme);
    await watched.page.goto(`${server.url}/chat/${chat.identifier}`);
    return watched.page;
  }

  async function write(page: Page, text: string): Promise<void> {
    await page.getByRole('textbox', { name: 'Message' }).fill(text);
    await page.keyboard.press('Enter');
  }

  /** A picture for people, where the environment asks for pictures. */
  async function picture(page: Page, name: string): Promise<void> {
    const folder = process.env['SLUICE_TEST_PICTURES'];
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: `${folder}/${name}.png` });
  }

  const replies = (page: Page) => page.locator('.reply > .text');

  it('shows the reply to a message, and both again after a reload', async () => {
    const customizations = { welcomeMessage: 'How can we help?', primaryColor: '#0b7a4b' };
    const page = await open(await aChat(server, { title: 'Orders', customizations }));
    await expect(page.getByText('How can we help?').textContent()).resolves.toBe('How can we help?');
    await write(page, 'Where is my order?');
    await replies(page).getByText('Where is my order?').waitFor();
    expect(await page.title()).toBe('Orders');
    await page.reload();
    await replies(page).getByText('Where is my order?').waitFor();
    expect(await page.locator('.mine').count()).toBe(1);
    await write(page, 'And the second?');
    await replies(page).getByText('And the second?').waitFor();
    expect(await page.locator('.mine').count()).toBe(2);
    await picture(page, 'light');
  });

  it('shows a message that was written before the earlier ones were there behind them, once', async () => {
    const page = await open(await aChat(server, { title: 'Orders' }));
    await write(page, 'first');
    await replies(page).getByText('first').waitFor();
    const release = await holdRequests(page, '**/conversations*');
    await page.reload();
    await write(page, 'second');
    release();
    await replies(page).getByText('second').waitFor();
    expect(await page.locator('.mine .text').allTextContents()).toEqual(['first', 'second']);
  });

  it('has a message that the server did not receive in its field again, and sends it once', async () => {
    const page = await open(await aChat(server, { title: 'Orders' }));
    const field = page.getByRole('textbox', { name: 'Message' });
    const keys: (string | null)[] = [];
    const isMessage = (address: URL): boolean => /^\/api\/chat\/[^/]+$/.test(address.pathname);
    await page.route(isMessage, async (route) => {
      keys.push(await route.request().headerValue('idempotency-key'));
      await (keys.length === 1 ? route.abort() : route.continue());
    });
    await write(page, 'Where is my order?');
    await replies(page).getByText('The chat cannot be reached at the moment. Please try again.').waitFor();
    expect(await field.inputValue()).toBe('Where is my order?');
    await field.press('Enter');
    await replies(page).getByText('Where is my order?').waitFor();
    expect(await page.locator('.mine').count()).toBe(1);
    expect(new Set(keys).size).toBe(1);
    // The browser has complained about the lost request.
    await page.context().close();
    watched = undefined;
  });

  it.each([
    ['desk', 'light'],
    ['desk', 'dark'],
    ['phone', 'light'],
    ['phone', 'dark'],
  ] as const)('has no barriers, and is not wider than its window: %s, %s', async (size, scheme) => {
    const page = await open(await aChat(server, { title: 'Refunds' }, asking), size, scheme);
    await write(page, `${'Donaudampfschifffahrtsgesellschaft'.repeat(4)} 500`);
    await page.getByRole('button', { name: 'Send answer' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await picture(page, `question-${size}-${scheme}`);
  });

  it.each(['light', 'dark'] as const)('fits into a window of 320 pixels: %s', async (scheme) => {
    const page = await open(await aChat(server, { title: 'Refunds' }, asking), 'phone', scheme);
    await page.setViewportSize({ width: 320, height: 640 });
    await write(page, '500');
    await page.getByRole('button', { name: 'Send answer' }).waitFor();
    expect(await overflow(page)).toBe(0);
    expect(await barriers(page)).toEqual([]);
    await picture(page, `narrow-${scheme}`);
  });

  it('asks for the password with the keyboard alone, and says when it is wrong', async () => {
    const page = await open(await aChat(server, { title: 'Private', authType: 'password', password: 'sesame' }));
    await page.getByLabel('Password').waitFor();
    expect(await page.content()).not.toContain('Private');
    expect(await barriers(page)).toEqual([]);
    await picture(page, 'password');
    await page.keyboard.type('guess');
    await page.keyboard.press('Enter');
    await page.getByText('Invalid password').waitFor();
    await page.getByLabel('Password').fill('sesame');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Private' }).waitFor();
    await page.keyboard.type('Hello');
    await page.keyboard.press('Enter');
    await replies(page).getByText('Hello').waitFor();
  });

  it('asks for an e-mail address and the code that was sent to it, with the keyboard alone', async () => {
    const page = await open(await aChat(server, { title: 'Members', authType: 'email', allowedEmails: ['@example.com'] }));
    await page.getByLabel('E-mail address').waitFor();
    expect(await barriers(page)).toEqual([]);
    await picture(page, 'email');
    await page.keyboard.type('ada@example.com');
    await page.keyboard.press('Enter');
    await page.getByLabel('Code from the message').waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await picture(page, 'code');
    const code = await mail.code('ada@example.com');
    await page.keyboard.type(code === '000000' ? '000001' : '000000');
    await page.keyboard.press('Enter');
    await page.getByText('The code is wrong or has expired').waitFor();
    await page.getByLabel('Code from the message').fill(code);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Members' }).waitFor();
    await write(page, 'Hello');
    await replies(page).getByText('Hello').waitFor();
  });

  it('answers the question of a paused run, also after a reload', async () => {
    const page = await open(await aChat(server, { title: 'Refunds' }, asking));
    await write(page, '500');
    await page.getByRole('button', { name: 'Send answer' }).waitFor();
    await page.reload();
    await page.getByLabel('approved').check();
    await page.getByLabel('note').fill('fine');
    await page.getByRole('button', { name: 'Send answer' }).click();
    await replies(page).getByText('true fine').waitFor();
    expect(await page.getByRole('button', { name: 'Send answer' }).count()).toBe(0);
  });

  it('has the form of a question whose answer is refused, and takes another answer, for the run that has asked', async () => {
    const state = inARow(
      functionBlock('echo', 'return { said: <start.input> }'),
      blockWith('ask', 'human_in_the_loop', { inputFormat: [{ name: 'bill', type: 'object', required: true }] }),
      functionBlock('after', 'return { said: `billed ${<start.input>}: ${<ask.bill.total>}` }'),
    );
    const outputConfigs = ['echo', 'after'].map((blockId) => ({ blockId, path: 'result.said' }));
    const page = await open(await aChat(server, { title: 'Bills', outputConfigs }, state));
    for (const input of ['first', 'second']) {
      await write(page, input);
      await replies(page).getByText(input, { exact: true }).waitFor();
    }
    const asked = page.locator('.reply').filter({ hasText: 'first' });
    await asked.getByLabel('bill').fill('[12]');
    await asked.getByRole('button', { name: 'Send answer' }).click();
    await asked.getByRole('alert').filter({ hasText: 'bill' }).waitFor();
    expect(await asked.locator('> .text').textContent()).toBe('first');
    await asked.getByLabel('bill').fill('{"total": 12}');
    await asked.getByRole('button', { name: 'Send answer' }).click();
    await replies(page).getByText('billed first: 12').waitFor();
    expect(await page.getByRole('button', { name: 'Send answer' }).count()).toBe(1);
    // The browser has complained about the refusal.
    await page.context().close();
    watched = undefined;
  });

  it('keeps the text of other blocks when one takes its text back, also after a reload', async () => {
    const responseFormat = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] };
    const messages = [{ role: 'user', content: 'An invoice, total: 12' }];
    const state = inARow(
      functionBlock('echo', 'return { said: <start.input> }'),
      blockWith('agent', 'agent', { model: 'fake/schema-wrong:1', messages, responseFormat, repair: 1 }),
    );
    const outputConfigs = [
      { blockId: 'echo', path: 'result.said' },
      { blockId: 'agent', path: 'content' },
    ];
    const page = await open(await aChat(server, { outputConfigs }, state));
    await write(page, 'Read it');
    await replies(page).getByText('{"total":12}').waitFor();
    expect(await replies(page).textContent()).toBe('Read it\n\n{"total":12}');
    await page.reload();
    await replies(page).getByText('{"total":12}').waitFor();
    expect(await replies(page).textContent()).toBe('Read it\n\n{"total":12}');
  });

  it('reads a reply to its end over a connection that is cut after each frame', async () => {
    const names = Array.from({ length: 25 }, (_, index) => `part${index}`);
    const state = inARow(...names.map((name) => functionBlock(name, `return '${name}'`)));
    const outputConfigs = names.map((blockId) => ({ blockId, path: 'result' }));
    const page = await open(await aChat(server, { outputConfigs }, state));
    await page.route(/\/api\/chat\/[^/]+(?:\/conversations\/.*\/stream)?$/, async (route) => {
      const response = await route.fetch();
      const [first = ''] = (await response.text()).split('\n\n');
      await route.fulfill({ response, body: response.status() === 200 ? `${first}\n\n` : '' });
    });
    await write(page, 'Go');
    await replies(page).getByText('part24').waitFor();
    expect(await replies(page).textContent()).toBe(names.join('\n\n'));
  });

  it('says that the chat is not available when it is switched off while a reply is written', async () => {
    const agent = blockWith('agent', 'agent', { model: 'fake/deltas:200:50', messages: [{ role: 'user', content: '<start.input>' }] });
    const chat = await aChat(server, { outputConfigs: [{ blockId: 'agent', path: 'content' }] }, inARow(agent));
    const page = await open(chat);
    await write(page, 'Count');
    await replies(page).getByText('1 2').waitFor();
    await server.as(server.first.apiKey).patch(`/api/chat/manage/${chat.id}`).send({ isActive: false }).expect(200);
    await replies(page).getByText('This chat is not available at the moment').waitFor();
  });

  it('sends files, which can be taken away before', async () => {
    const files = inARow(functionBlock('echo', 'return { said: <start.files>.map((file) => file.name).join(", ") }'));
    const page = await open(await aChat(server, {}, files));
    const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('abc') });
    await page.getByLabel('Attach files').setInputFiles([file('a.txt'), file('b.txt')]);
    await page.getByRole('button', { name: 'Remove a.txt' }).click();
    await write(page, 'See');
    await replies(page).getByText('b.txt').waitFor();
    await page.reload();
    await page.getByText('b.txt (3 B)').waitFor();
  });

  it('shows scripts in titles, messages and replies as text', async () => {
    const script = '<img src=x onerror="document.title=`taken`"><script>document.title="taken"</script>';
    const page = await open(await aChat(server, { title: script, customizations: { welcomeMessage: script } }));
    await write(page, script);
    await replies(page).getByText(script).waitFor();
    expect(await page.title()).toBe(script);
    await page.reload();
    await replies(page).getByText(script).waitFor();
    expect(await page.title()).toBe(script);
  });

  it('begins another conversation, with the message of a failure in place of its reason', async () => {
    const page = await open(
      await aChat(server, {}, echo('if (<start.input> === "fail") throw new Error("secret"); return { said: "well" }')),
    );
    await write(page, 'fail');
    await page.getByText('Something went wrong').first().waitFor();
    expect(await page.content()).not.toContain('secret');
    await page.getByRole('button', { name: 'New conversation' }).click();
    expect(await page.locator('.mine').count()).toBe(0);
    await write(page, 'again');
    await replies(page).getByText('well').waitFor();
    expect(await page.locator('.mine').count()).toBe(1);
  });

  it('shows the reasoning and the reply of a model while they arrive, if the chat allows it', async () => {
    const agent = (model: string): JsonObject =>
      inARow(blockWith('agent', 'agent', { model, messages: [{ role: 'user', content: '<start.input>' }] }));
    const outputConfigs = [{ blockId: 'agent', path: 'content' }];
    const chat = await aChat(server, { outputConfigs, includeThinking: true, includeToolCalls: true }, agent('fake/reasoning'));
    const page = await open(chat);
    await write(page, 'Hello');
    await page.getByText('Thinking').waitFor();
    await page.getByText('Thinking').click();
    expect(await page.locator('.thinking .text').textContent()).not.toBe('');
    await picture(page, 'thinking');
  });

  it('may be framed by the origins of the chat only, and runs no inline script', async () => {
    const own = await server
      .as()
      .get(`/chat/${(await aChat(server)).identifier}`)
      .expect(200);
    expect(own.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(own.headers['content-security-policy']).toContain("script-src 'self';");
    expect(own.text).not.toMatch(/<script>|style=|onclick=/);
    const embedded = await server.as().get(`/chat/${(await aChat(server, { allowedOrigins: ['https://shop.example'] })).identifier}`);
    expect(embedded.headers['content-security-policy']).toContain('frame-ancestors https://shop.example');
    expect(embedded.headers['x-frame-options']).toBeUndefined();
    await server.as().get('/chat/nowhere').expect(404);
    await server.as().get('/chat/assets/nothing.js').expect(404);
  });
});
