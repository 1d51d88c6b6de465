import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { generateApiKey } from '#host/secrets/api-key-format.js';
import { LinkSignature } from '#host/secrets/link-signature.js';
import type { JsonObject } from '#kernel/json.js';
import { resumeLinkPurpose } from '#engine/pause.js';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { eventually } from '../../support/eventually.js';
import { blockWith, deployState, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { barriers, overflow, press, watchedPage, type sizes, type WatchedPage } from '../../support/watched-page.js';
import { memberKey } from '../../support/workflow-api.js';
import { anEdge } from '../../support/workflow-documents.js';

const form = [
  { name: 'decision', type: 'string', description: 'What is to happen', required: true },
  { name: 'discount', type: 'number' },
  { name: 'notify', type: 'boolean', value: true },
  { name: 'changes', type: 'object' },
];
const formType = 'application/x-www-form-urlencoded';
const hour = 60 * 60_000;

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
}, 60_000);
afterAll(() => server.close());

interface Asked {
  readonly path: string;
  readonly workflowId: string;
  readonly executionId: string;
}

/** A run that comes to a question. */
async function run(state: JsonObject): Promise<Asked> {
  const workflowId = await deployState(server, state);
  const { body } = await server.as(server.first.apiKey).post(`/api/workflows/${workflowId}/execute`).send({}).expect(200);
  expect(body.status).toBe('paused');
  return { path: `/resume/${workflowId}/${body.executionId}`, workflowId, executionId: body.executionId as string };
}

function ask(fields: JsonObject = {}): Promise<Asked> {
  const shown = { builderData: [{ name: 'order', type: 'string', value: 'A-1009 <b>' }], inputFormat: form };
  return run(inARow(blockWith('ask', 'human_in_the_loop', { ...shown, ...fields })));
}

function token(
  { executionId }: Asked,
  email: string | null = null,
  { lastsMs = hour, purpose = resumeLinkPurpose, contextId = 'ask' } = {},
): string {
  const expiresAt = new Date(Date.now() + lastsMs).toISOString();
  return server.app.get(LinkSignature).sign({ purpose, executionId, contextId, email, expiresAt });
}

function post({ path }: Asked, fields: Readonly<Record<string, string>>) {
  return server.as().post(path).type(formType).send(new URLSearchParams(fields).toString());
}

async function account({ workflowId, executionId }: Asked, contextId = 'ask'): Promise<JsonObject> {
  const { body } = await server.as(server.first.apiKey).get(`/api/resume/${workflowId}/${executionId}/${contextId}`).expect(200);
  return body as JsonObject;
}

/** The run, once it has ended. */
async function ended({ workflowId, executionId }: Asked, status = 'completed'): Promise<JsonObject> {
  return eventually(async () => {
    const { body } = await server.as(server.first.apiKey).get(`/api/workflows/${workflowId}/executions/${executionId}`).expect(200);
    if (body.status !== status) throw new Error(`The run is ${body.status}`);
    return body as JsonObject;
  }, 20_000);
}

describe('the page for answers', () => {
  it('forbids scripts, frames, storing it and telling its address', async () => {
    const { headers } = await server
      .as()
      .get((await ask()).path)
      .expect(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex, nofollow',
    });
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
    );
    expect(headers).not.toHaveProperty('set-cookie');
  });

  it('tells nothing without a link or a key, not even whether there is a run', async () => {
    const asked = await ask();
    const there = await server.as().get(asked.path).expect(200);
    const elsewhere = `/resume/${asked.workflowId}/nowhere`;
    const nowhere = await server.as().get(elsewhere).expect(200);
    // The link to the sign-in contains the address that was asked for.
    expect(there.text.replace(encodeURIComponent(asked.path), '')).toBe(nowhere.text.replace(encodeURIComponent(elsewhere), ''));
    expect(there.text).not.toContain('A-1009');
  });

  it('says why a link does not count', async () => {
    const [asked, other] = [await ask(), await ask()];
    const open = (query: string) => server.as().get(`${asked.path}?${query}`);
    expect((await open(`token=${token(asked, null, { lastsMs: -1 })}`).expect(401)).text).toContain('has expired');
    for (const wrong of [`x${token(asked)}`, token(other), token(asked, null, { purpose: 'other' }), '', token(asked).slice(0, -1)]) {
      expect((await open(`token=${wrong}`).expect(401)).text).toContain('This link is not valid');
    }
    expect((await open(`token=${token(asked)}&token=${token(asked)}`).expect(401)).text).toContain('This link is not valid');
    expect((await open(`receipt=${token(asked)}`).expect(401)).text).toContain('This link is not valid');
    expect((await open(`token=${token(asked, null, { contextId: 'gone' })}`).expect(404)).text).toContain('There is nothing');
  });

  it('shows a link the one question that it is for', async () => {
    const asked = await ask();
    const { text } = await server
      .as()
      .get(`${asked.path}?token=${token(asked)}`)
      .expect(200);
    expect(text).toContain('A-1009 &lt;b&gt;');
    expect(text).not.toContain('_resume');
    expect(text).toContain('name="field.decision"');
  });

  it('takes an answer once from a link, and the run continues with it', async () => {
    const asked = await ask({ approvers: ['ada@example.com'] });
    const fields = { token: token(asked, 'ada@example.com'), 'field.decision': 'yes', 'field.discount': '7.5' };
    const { headers } = await post(asked, fields).expect(303);
    expect(headers['location']).toMatch(/^\?receipt=[\w-]+$/);
    await ended(asked);
    expect(await account(asked)).toMatchObject({
      pausePoint: { resumeStatus: 'resumed' },
      queue: [{ resumeInput: { decision: 'yes', discount: '7.5', notify: false, changes: '' } }],
    });
    const again = await post(asked, fields).expect(409);
    expect(again.text).toContain('That did not work');
    expect(again.text).not.toContain('<form');
    const receipt = await server
      .as()
      .get(asked.path + headers['location'])
      .expect(200);
    expect(receipt.text).toContain('Your answer has been taken');
    expect(receipt.text).toContain('<strong>ada@example.com</strong>, by a link');
    const link = await server.as().get(`${asked.path}?token=${fields.token}`).expect(200);
    expect(link.text).toContain('You have answered, and can do so once only.');
  });

  it('waits for everybody whose answer is needed, and takes one of each link', async () => {
    const asked = await ask({ approvers: ['ada@example.com', 'bob@example.com'], requiredApprovals: 2 });
    const answerOf = (email: string) => post(asked, { token: token(asked, email), 'field.decision': 'yes' });
    const { headers } = await answerOf('ada@example.com').expect(303);
    const receipt = await server
      .as()
      .get(asked.path + headers['location'])
      .expect(200);
    expect(receipt.text).toContain('You have answered. The others who were asked have not yet.');
    expect((await answerOf('ada@example.com').expect(409)).text).toContain('You have answered already');
    await answerOf('bob@example.com').expect(303);
    await ended(asked);
  });

  it('takes one answer from a link without a name, however many are needed', async () => {
    const asked = await ask({ requiredApprovals: 2 });
    await post(asked, { token: token(asked), 'field.decision': 'yes' }).expect(303);
    await post(asked, { token: token(asked), 'field.decision': 'yes' }).expect(409);
    expect(await account(asked)).toMatchObject({ pausePoint: { resumeStatus: 'paused' } });
  });

  it('shows a key every question of the run, each with its own form', async () => {
    const block = (id: string) => blockWith(id, 'human_in_the_loop', {});
    const state = { ...inARow(block('first'), block('second')), edges: [anEdge('start', 'first'), anEdge('start', 'second')] };
    const asked = await run(state);
    const { text } = await post(asked, { key: server.first.apiKey }).expect(200);
    expect(text).toContain('This workflow waits for 2 answers.');
    await post(asked, { key: server.first.apiKey, contextId: 'second', 'field.answer': 'Why not?' }).expect(303);
    const left = await eventually(async () => {
      const page = await post(asked, { key: server.first.apiKey }).expect(200);
      if (!page.text.includes('This workflow waits for an answer.')) throw new Error('The run is still active');
      return page.text;
    });
    expect(left.indexOf('>first<')).toBeLessThan(left.indexOf('>second<'));
    expect(left.match(/<form/g)).toHaveLength(1);
    expect(await account(asked, 'second')).toMatchObject({ queue: [{ resumeInput: { value: 'Why not?' } }] });
  });

  it('says when the answer did not arrive in time', async () => {
    const asked = await ask({ expiresAfter: 0.001, expiresUnit: 'minutes' });
    await ended(asked, 'failed');
    const { text } = await server
      .as()
      .get(`${asked.path}?token=${token(asked)}`)
      .expect(200);
    expect(text).toContain('No one answered in time');
    expect(text).toContain('This workflow has ended with a failure.');
    expect((await post(asked, { token: token(asked), 'field.decision': 'yes' }).expect(409)).text).not.toContain('<form');
  });

  it('shows no name to a visitor with a link without a name', async () => {
    const asked = await ask({ requiredApprovals: 2 });
    await post(asked, { key: server.first.apiKey, contextId: 'ask', 'field.decision': 'yes' }).expect(303);
    const { text } = await server
      .as()
      .get(`${asked.path}?token=${token(asked)}`)
      .expect(200);
    expect(text).toContain('Answers: 1 of 2');
    expect(text).toContain('Someone, with an API key');
    expect(text).not.toContain(server.config.bootstrapEmail);
  });

  it('takes no answer of a person who was not asked', async () => {
    const asked = await ask({ approvers: ['ada@example.com'] });
    const refused = await post(asked, { token: token(asked, 'eve@example.com'), 'field.decision': 'yes' }).expect(403);
    expect(refused.text).toContain('Only those who were asked may answer');
    expect(await account(asked)).toMatchObject({ pausePoint: { resumeStatus: 'paused' } });
  });

  it('shows a key what it may see, and takes the answers of one that may write', async () => {
    const asked = await ask();
    const reader = await memberKey(server, 'read');
    const { text } = await post(asked, { key: ` ${reader} ` }).expect(200);
    expect(text).toContain('that takes the permission to write');
    expect(text).not.toContain(reader);
    await post(asked, { key: reader, contextId: 'ask', 'field.decision': 'yes' }).expect(403);
    const writer = await memberKey(server, 'write');
    expect((await post(asked, { key: writer }).expect(200)).text).toContain('name="field.decision"');
    await post(asked, { key: writer, contextId: 'ask', 'field.decision': 'yes' }).expect(303);
    await ended(asked);
  });

  it('asks for another key when one does not count, and carries the answer along', async () => {
    const asked = await ask();
    const { text } = await post(asked, { key: 'sk-sluice-wrong', contextId: 'ask', 'field.decision': 'yes & no' }).expect(401);
    expect(text).toContain('This API key is not valid.');
    expect(text).toContain('<input type="hidden" name="field.decision" value="yes &amp; no">');
    expect(text).not.toContain('sk-sluice-wrong');
    await post(asked, { contextId: 'ask', 'field.decision': 'yes' }).expect(401);
  });

  it('has nothing for the key of a stranger', async () => {
    const asked = await ask();
    const { text } = await post({ ...asked, path: `/resume/${asked.workflowId}/nowhere` }, { key: server.first.apiKey }).expect(404);
    expect(text).toContain('There is nothing at this address that you may see.');
  });

  it('takes forms alone, and forms are taken here alone', async () => {
    const asked = await ask();
    await server
      .as()
      .post(asked.path)
      .send({ token: token(asked), 'field.decision': 'yes' })
      .expect(415);
    await server.as().post(asked.path).expect(415);
    await server.as(server.first.apiKey).post(`/api/workflows/${asked.workflowId}/execute`).type(formType).send('a=1').expect(415);
    await post(asked, { token: token(asked), 'field.decision': 'x'.repeat(1024 * 1024) }).expect(413);
    await post(asked, { token: token(asked), 'field.decision': 'x\0' }).expect(400);
  });

  it('limits guesses of keys, and stays open for valid keys', async () => {
    const asked = await ask();
    // Each process counts guesses.
    const guessed = await startTestApp({ beside: server });
    const send = (key: string) => guessed.as().post(asked.path).type(formType).send(new URLSearchParams({ key }).toString());
    const guesses = await Promise.all(Array.from({ length: 61 }, () => send(generateApiKey())));
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(60);
    const { headers, text } = await send(generateApiKey()).expect(429);
    expect(headers['retry-after']).toBe('60');
    expect(text).toContain('Too many API keys that are not valid.');
    await send(server.first.apiKey).expect(200);
    await guessed.close();
  });

  it('limits guesses of links for each address, and stays open for valid links', async () => {
    const asked = await ask();
    const guessed = await startTestApp({ beside: server });
    const guesses = await Promise.all(Array.from({ length: 61 }, () => guessed.as().get(`${asked.path}?token=guess`)));
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(60);
    const refused = guesses.find(({ status }) => status === 429);
    expect(refused?.headers['retry-after']).toBe('60');
    expect(refused?.text).toContain('Too many links that are not valid.');
    await guessed.as().post(asked.path).type(formType).send('token=guess').expect(429);
    await guessed
      .as()
      .get(`${asked.path}?token=${token(asked)}`)
      .expect(200);
    await guessed.close();
  });

  it('writes neither tokens nor keys into the log', async () => {
    const asked = await ask();
    const secret = token(asked);
    await server.as().get(`${asked.path}?token=${secret}`).expect(200);
    await post(asked, { key: server.first.apiKey }).expect(200);
    expect(JSON.stringify(server.logLines)).not.toContain(secret);
    expect(JSON.stringify(server.logLines)).not.toContain(server.first.apiKey);
  });
});

describeInBrowser('a user with a browser', () => {
  let browser: Browser;
  let watched: WatchedPage | undefined;
  /** A browser notes each answer that is no success; that is no fault of the page. */
  const expected: RegExp[] = [];

  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());
  afterEach(async () => {
    const { page, complaints = [] } = watched ?? {};
    watched = undefined;
    await page?.context().close();
    expect(complaints.filter((complaint) => !expected.some((each) => each.test(complaint)))).toEqual([]);
    expected.length = 0;
  });

  async function open(path: string, size: keyof typeof sizes): Promise<Page> {
    watched = await watchedPage(browser, size);
    await watched.page.goto(server.url + path);
    return watched.page;
  }

  async function isFine(page: Page): Promise<void> {
    expect(await barriers(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
  }

  it.each(['desk', 'phone'] as const)('answers by a link at a %s: sees what is wrong, corrects it, and sees who answered', async (size) => {
    expected.push(/status of 400/);
    const asked = await ask({ approvers: ['ada@example.com'], expiresAfter: 2, expiresUnit: 'days' });
    const page = await open(`${asked.path}?token=${token(asked, 'ada@example.com')}`, size);
    expect(await page.getByRole('heading', { level: 2 }).textContent()).toBe('ask');
    expect(await page.getByText('A-1009 <b>').isVisible()).toBe(true);
    await isFine(page);

    await page.getByLabel('decision').fill('approve');
    await page.getByLabel('discount').fill('12.5');
    await page.getByLabel('changes').fill('{"city":');
    await press(page, 'Send the answer');
    expect(await page.locator(':focus').getAttribute('role')).toBe('alert');
    await isFine(page);
    await page.getByRole('link', { name: 'changes must be JSON' }).click();
    expect(await page.locator(':focus').getAttribute('aria-describedby')).toContain('problem');
    expect(await page.getByLabel('decision').inputValue()).toBe('approve');
    expect(await page.getByLabel('notify').isChecked()).toBe(true);

    await page.getByLabel('changes').fill('{"city": "Bergen"}');
    await press(page, 'Send the answer');
    expect(await page.getByRole('status').textContent()).toContain('Your answer has been taken');
    expect(await page.getByText('ada@example.com, by a link').isVisible()).toBe(true);
    expect(new URL(page.url()).searchParams.has('token')).toBe(false);
    await isFine(page);

    await ended(asked);
    await page.reload();
    expect(await page.getByText('This workflow has ended.').isVisible()).toBe(true);
    expect(await account(asked)).toMatchObject({
      queue: [{ resumeInput: { decision: 'approve', changes: { city: 'Bergen' }, notify: true } }],
    });
  });

  it('answers with a key that is typed in, and kept nowhere', async () => {
    expected.push(/status of 401/);
    const asked = await ask();
    const page = await open(asked.path, 'phone');
    await page.getByLabel('API key').fill(server.first.apiKey);
    await press(page, 'Show');
    expect(await page.content()).not.toContain(server.first.apiKey);
    await page.getByLabel('decision').fill('approve');
    await page.getByLabel('API key').fill('sk-sluice-mistyped');
    await press(page, 'Send the answer');
    await isFine(page);
    await page.getByLabel('API key').fill(server.first.apiKey);
    await press(page, 'Send the answer');
    expect(await page.getByRole('status').textContent()).toContain('Your answer has been taken');
    expect(await page.getByText(`${server.config.bootstrapEmail}, with an API key`).isVisible()).toBe(true);
    expect(await page.context().cookies()).toEqual([]);
    await ended(asked);
    expect(await account(asked)).toMatchObject({ queue: [{ resumeInput: { decision: 'approve' } }] });
  });

  it('sees that another one was faster', async () => {
    expected.push(/status of 409/);
    const asked = await ask();
    const page = await open(`${asked.path}?token=${token(asked)}`, 'desk');
    await page.getByLabel('decision').fill('approve');
    await post(asked, { key: server.first.apiKey, contextId: 'ask', 'field.decision': 'reject' }).expect(303);
    await press(page, 'Send the answer');
    expect(await page.getByRole('alert').textContent()).toContain('resumed');
    expect(await page.getByRole('button').count()).toBe(0);
    await isFine(page);
  });
});
