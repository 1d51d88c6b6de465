import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { LinkSignature } from '#host/secrets/link-signature.js';
import { builtInPlans } from '#kernel/plan/plan.js';
import type { JsonObject } from '#kernel/json.js';
import { resumeLinkPurpose } from '#engine/pause.js';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { eventually } from '../../support/eventually.js';
import { choosePlan } from '../../support/plans.js';
import { blockWith, deployState, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { barriers, overflow, press, watchedPage, type sizes, type WatchedPage } from '../../support/watched-page.js';
import { memberKey } from '../../support/workflow-api.js';

const mib = 1024 * 1024;
const form = [
  { name: 'note', type: 'string' },
  { name: 'papers', type: 'file[]', description: 'The signed contract', required: true },
  { name: 'more', type: 'file[]' },
];
const contract = { name: 'contract.pdf', type: 'application/pdf', content: 'signed' };

let server: TestApp;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-plans-'));
  const file = join(folder, 'plans.json');
  const { name: _, ...plan } = builtInPlans.find(({ name }) => name === 'selfhosted') ?? { name: '' };
  await writeFile(file, JSON.stringify({ plans: { tiny: { ...plan, storageBytes: 1000 } } }));
  server = await startTestApp({ env: { SLUICE_PLANS_FILE: file } });
}, 60_000);
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

interface Asked {
  readonly path: string;
  readonly workflowId: string;
  readonly executionId: string;
}

interface SentFile {
  readonly name: string;
  readonly type?: string;
  readonly content: string | Buffer;
}

/** A run that asks for files, and then returns their texts. */
async function ask(fields: JsonObject = {}, inputFormat: JsonObject[] = form): Promise<Asked> {
  const question = blockWith('ask', 'human_in_the_loop', { inputFormat, ...fields });
  const reading = blockWith('read', 'file', { operation: 'file_get_content', getContentFileId: '<ask.papers>' });
  const workflowId = await deployState(server, inARow(question, reading));
  const { body } = await server.as(server.first.apiKey).post(`/api/workflows/${workflowId}/execute`).send({}).expect(200);
  expect(body.status).toBe('paused');
  return { path: `/resume/${workflowId}/${body.executionId}`, workflowId, executionId: body.executionId as string };
}

function token({ executionId }: Asked, email: string | null = null): string {
  const expiresAt = new Date(Date.now() + 60 * 60_000).toISOString();
  return server.app.get(LinkSignature).sign({ purpose: resumeLinkPurpose, executionId, contextId: 'ask', email, expiresAt });
}

/** Sends a form as a browser does: fields first, in this order, then files. */
async function post(
  { path }: Asked,
  fields: Readonly<Record<string, string>>,
  files: Readonly<Record<string, readonly SentFile[]>> = {},
): Promise<{ readonly status: number; readonly text: string; readonly location: string | null }> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  for (const [name, list] of Object.entries(files)) {
    for (const file of list) body.append(name, new Blob([file.content as string], { type: file.type ?? 'text/plain' }), file.name);
  }
  const answer = await fetch(server.url + path, { method: 'POST', body, redirect: 'manual' });
  return { status: answer.status, text: await answer.text(), location: answer.headers.get('location') };
}

async function account({ workflowId, executionId }: Asked): Promise<JsonObject> {
  const { body } = await server.as(server.first.apiKey).get(`/api/resume/${workflowId}/${executionId}/ask`).expect(200);
  return body as JsonObject;
}

async function completed({ workflowId, executionId }: Asked): Promise<JsonObject> {
  return eventually(async () => {
    const { body } = await server
      .as(server.first.apiKey)
      .get(`/api/workflows/${workflowId}/executions/${executionId}?includeOutput=true`)
      .expect(200);
    expect(body).toMatchObject({ status: 'completed' });
    return body as JsonObject;
  }, 20_000);
}

interface ListedFile {
  readonly id: string;
  readonly name: string;
  readonly uploadedBy: string | null;
  readonly uploadedByEmail?: string;
}

async function files(): Promise<readonly ListedFile[]> {
  const { body } = await server.as(server.first.apiKey).get(`/api/v1/files?workspaceId=${server.first.workspaceId}&limit=100`).expect(200);
  return body.data.files as ListedFile[];
}

/** Everything that a refused answer must leave as it was. */
async function stored(): Promise<{ readonly files: number; readonly blobs: number; readonly events: number }> {
  const found = await readdir(server.filesDir, { recursive: true, withFileTypes: true }).catch(() => []);
  const { rows } = await server.database.pool.query<{ n: number }>("select count(*)::int as n from ledger_event where type like 'file.%'");
  return { files: (await files()).length, blobs: found.filter((entry) => entry.isFile()).length, events: rows[0]?.n ?? 0 };
}

describe('a question that asks for files', () => {
  it('takes several files of several fields, which the run reads and the workspace keeps', async () => {
    const asked = await ask();
    const papers = [contract, { name: 'Übersicht 2.txt', content: 'all' }];
    const answer = await post(
      asked,
      { contextId: 'ask', key: server.first.apiKey, 'field.note': 'Two papers' },
      { 'field.papers': papers, 'field.more': [{ name: 'a.txt', content: '' }] },
    );
    expect(answer).toMatchObject({ status: 303, location: expect.stringMatching(/^\?receipt=/) as unknown });
    const file = (name: string, size: number, type: string) => ({
      id: expect.any(String) as unknown,
      name,
      size,
      type,
      key: expect.stringContaining(name) as unknown,
      url: expect.stringContaining('/api/v1/files/') as unknown,
    });
    expect(await account(asked)).toMatchObject({
      queue: [
        {
          resumeInput: {
            note: 'Two papers',
            papers: [file('contract.pdf', 6, 'application/pdf'), file('Übersicht 2.txt', 3, 'text/plain')],
            more: [file('a.txt', 0, 'text/plain')],
          },
        },
      ],
    });
    expect(await completed(asked)).toMatchObject({ finalOutput: { contents: ['signed', 'all'] } });
    const mine = (await files()).filter(({ name }) => name.endsWith('-contract.pdf'));
    expect(mine).toMatchObject([{ uploadedBy: server.first.userId }]);
  });

  it('takes a file whose name has 255 bytes', async () => {
    const asked = await ask();
    const name = `${'x'.repeat(251)}.txt`;
    const answer = await post(asked, { contextId: 'ask', key: server.first.apiKey }, { 'field.papers': [{ name, content: 'long' }] });
    expect(answer.status).toBe(303);
    expect(await account(asked)).toMatchObject({ queue: [{ resumeInput: { papers: [{ name, size: 4 }] } }] });
  });

  it('names the person of a link as the one who uploaded', async () => {
    const asked = await ask({ approvers: ['ada@example.com'] });
    const name = 'from ada.txt';
    const answer = await post(
      asked,
      { contextId: 'ask', token: token(asked, 'ada@example.com') },
      { 'field.papers': [{ name, content: 'x' }] },
    );
    expect(answer.status).toBe(303);
    await completed(asked);
    const [file] = (await files()).filter((each) => each.name.endsWith(name));
    expect(file).toMatchObject({ uploadedBy: null, uploadedByEmail: 'ada@example.com' });
  });

  it('has a file input that needs no script, after the credentials', async () => {
    const asked = await ask();
    const page = await server
      .as()
      .get(`${asked.path}?token=${token(asked)}`)
      .expect(200);
    expect(page.text).toContain('enctype="multipart/form-data"');
    expect(page.text).toMatch(/<input type="file" multiple id="p0-f1" name="field.papers" aria-describedby="p0-f1-hint" required>/);
    expect(page.text).toContain('Up to 20 files. All files of an answer may have 100 MB together.');
    expect(page.text.indexOf('name="token"')).toBeLessThan(page.text.indexOf('type="file"'));
    const withKey = await post(asked, { key: server.first.apiKey });
    expect(withKey.status).toBe(200);
    expect(withKey.text.indexOf('name="key"')).toBeLessThan(withKey.text.indexOf('type="file"'));
  });

  it('shows the default of a field, which needs no file', async () => {
    const value = [{ id: 'x', name: 'template.docx' }];
    const asked = await ask({}, [{ name: 'papers', type: 'file[]', required: true, value }]);
    const { text } = await server
      .as()
      .get(`${asked.path}?token=${token(asked)}`)
      .expect(200);
    expect(text).toContain('If you choose none: template.docx');
    expect(text).toMatch(/<input type="file" multiple id="p0-f0" name="field.papers" aria-describedby="p0-f0-hint">/);
  });

  it('takes a field whose name has brackets', async () => {
    const asked = await ask({}, [...form, { name: 'lines[0]', type: 'string', required: true }]);
    const page = await server
      .as()
      .get(`${asked.path}?token=${token(asked)}`)
      .expect(200);
    expect(page.text).toContain('name="field.lines%5B0%5D"');
    const fields = { contextId: 'ask', token: token(asked), 'field.lines%5B0%5D': 'first' };
    expect((await post(asked, fields, { 'field.papers': [contract] })).status).toBe(303);
    expect(await account(asked)).toMatchObject({ queue: [{ resumeInput: { 'lines[0]': 'first' } }] });
  });
});

describe('an answer with files that is refused', () => {
  /** Sends an answer and checks that it leaves nothing behind. */
  async function refused(asked: Asked, fields: Readonly<Record<string, string>>, sent: Readonly<Record<string, readonly SentFile[]>>) {
    const before = await stored();
    const answer = await post(asked, fields, sent);
    await eventually(async () => expect(await stored()).toEqual(before));
    return answer;
  }

  it('stores nothing when another field does not fit, and asks for the files again', async () => {
    const asked = await ask({}, [...form, { name: 'changes', type: 'object' }]);
    const fields = { contextId: 'ask', token: token(asked), 'field.note': 'typed', 'field.changes': '{"a":' };
    const { status, text } = await refused(asked, fields, { 'field.papers': [contract] });
    expect(status).toBe(400);
    expect(text).toContain('changes must be JSON');
    expect(text).toContain('<a href="#p0-f1">The files of papers were not kept, because the answer was not taken. Choose them again.</a>');
    expect(text).toContain('value="typed"');
    expect((await post(asked, { ...fields, 'field.changes': '{}' }, { 'field.papers': [contract] })).status).toBe(303);
  });

  it('says beside the field that a required file is missing', async () => {
    const asked = await ask();
    const { status, text } = await refused(asked, { contextId: 'ask', token: token(asked) }, { 'field.more': [contract] });
    expect(status).toBe(400);
    expect(text).toContain('<p class="problem" id="p0-f1-problem">papers is required</p>');
  });

  it('stores nothing when the question is answered already', async () => {
    const asked = await ask();
    await post(asked, { contextId: 'ask', token: token(asked) }, { 'field.papers': [contract] });
    const again = await refused(asked, { contextId: 'ask', token: token(asked) }, { 'field.papers': [{ ...contract, content: 'second' }] });
    expect(again.status).toBe(409);
    expect(again.text).not.toContain('<form');
  });

  it('stores the files of the answer that won when many arrive at once', async () => {
    const asked = await ask();
    const before = (await files()).length;
    const contents = Array.from({ length: 8 }, (_, index) => `race ${index}`);
    const answers = await Promise.all(
      contents.map((content) =>
        post(asked, { contextId: 'ask', token: token(asked) }, { 'field.papers': [{ name: 'race.txt', content }] }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      303,
      ...Array.from({ length: 7 }, () => 409),
    ]);
    expect((await files()).length).toBe(before + 1);
  });

  it.each([
    ['a wrong link', async () => ({ token: 'guess' }), 401],
    ['a wrong key', async () => ({ key: 'sk-sluice-wrong' }), 401],
    ['a key that may only read', async () => ({ key: await memberKey(server, 'read') }), 403],
    ['nothing', async () => ({}), 401],
  ])('stores nothing of %s', async (_, proof, status) => {
    const answer = await refused(await ask(), { contextId: 'ask', ...(await proof()) }, { 'field.papers': [contract] });
    expect(answer.status).toBe(status);
  });

  it('stores nothing for credentials that come after the files', async () => {
    const asked = await ask();
    const before = await stored();
    const body = new FormData();
    body.append('field.papers', new Blob(['early']), 'early.txt');
    body.append('token', token(asked));
    const answer = await fetch(server.url + asked.path, { method: 'POST', body, redirect: 'manual' });
    expect(answer.status).toBe(401);
    await eventually(async () => expect(await stored()).toEqual(before));
  });

  it('does not lose the texts when a key is mistyped, and does not send the answer without its files', async () => {
    const asked = await ask();
    const fields = { contextId: 'ask', key: 'sk-sluice-wrong', 'field.note': 'kept' };
    const { text } = await refused(asked, fields, { 'field.papers': [contract] });
    expect(text).toContain('<input type="hidden" name="draft" value="ask">');
    expect(text).not.toContain('name="contextId"');
    const carried = { draft: 'ask', 'field.note': 'kept', 'field.papers': '', key: server.first.apiKey };
    const shown = await server.as().post(asked.path).type('form').send(carried).expect(200);
    expect(shown.text).toContain('value="kept"');
    expect(shown.text).toContain('Choose them again.');
  });

  it.each([
    ['a file in a field that asks for none', 'field.note', 'The question asks for no file in this field'],
    ['a file with a path', 'field.papers', 'it must not contain a path'],
  ])('stores nothing of %s', async (_, field, message) => {
    const asked = await ask();
    const name = field === 'field.papers' ? '../evil.txt' : 'a.txt';
    const sent = { 'field.papers': [contract], 'field.more': [], [field]: [{ name, content: 'x' }] };
    const { status, text } = await refused(asked, { contextId: 'ask', token: token(asked) }, sent);
    expect(status).toBe(400);
    expect(text).toContain(message);
  });

  it('has at most 20 files in a field', async () => {
    const asked = await ask();
    const many = Array.from({ length: 21 }, (_, index) => ({ name: `${index}.txt`, content: `${index}` }));
    const { status, text } = await refused(asked, { contextId: 'ask', token: token(asked) }, { 'field.papers': many });
    expect([status, text.includes('papers must not have more than 20 files')]).toEqual([400, true]);
  });

  it('is not larger than 100 MB', async () => {
    const asked = await ask();
    const large = { name: 'large.bin', content: Buffer.alloc(60 * mib, 'a') };
    const fields = { contextId: 'ask', token: token(asked), 'field.note': 'typed' };
    const { status, text } = await refused(asked, fields, { 'field.papers': [large, { ...large, content: Buffer.alloc(60 * mib, 'b') }] });
    expect(status).toBe(413);
    expect(text).toContain('The answer is too large. Its files may have 100 MB together.');
    expect(text).toContain('value="typed"');
  }, 60_000);

  it('is not larger than 100 MB if it does not say its length, and leaves nothing of the file that arrives', async () => {
    const asked = await ask();
    const before = await stored();
    const boundary = 'form';
    const part = (head: string): string => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`;
    const file = (name: string): string => part(`name="field.papers"; filename="${name}"`);
    const texts = Object.entries({ contextId: 'ask', token: token(asked) }).map(([name, value]) => `${part(`name="${name}"`)}${value}\r\n`);
    const content = Buffer.alloc(60 * mib, 'a');
    const pieces = [texts.join(''), file('one'), content, `\r\n${file('two')}`, content, `\r\n--${boundary}--\r\n`];
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    const sending = request(server.url + asked.path, { method: 'POST', agent: false, headers });
    const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
    for (const piece of pieces) if (!sending.write(piece)) await once(sending, 'drain');
    sending.end();
    const [answer] = await answered;
    answer.resume();
    expect(answer.statusCode).toBe(413);
    await eventually(async () => expect(await stored()).toEqual(before));
  }, 60_000);

  it('has no texts that fill the memory', async () => {
    const asked = await ask();
    const fields = { contextId: 'ask', token: token(asked), 'field.note': 'x'.repeat(3 * mib) };
    expect((await refused(asked, fields, { 'field.papers': [contract] })).status).toBe(413);
  });

  it('fits into the storage of the account', async () => {
    const asked = await ask();
    const used = (await files()).length;
    await choosePlan(server, 'tiny');
    const sent = { 'field.papers': ['a', 'b'].map((letter) => ({ name: `${letter}.txt`, content: letter.repeat(600) })) };
    const { status, text } = await refused(asked, { contextId: 'ask', token: token(asked) }, sent);
    await choosePlan(server, 'selfhosted');
    expect(status).toBe(413);
    expect(text).toContain('Storage limit exceeded');
    expect((await files()).length).toBe(used);
  });
});

describeInBrowser('a user who uploads with a browser', () => {
  let browser: Browser;
  let watched: WatchedPage | undefined;

  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());
  afterEach(async () => {
    const { page, complaints = [] } = watched ?? {};
    watched = undefined;
    await page?.context().close();
    expect(complaints.filter((text) => !text.includes('status of 400'))).toEqual([]);
  });

  async function open(path: string, size: keyof typeof sizes): Promise<Page> {
    watched = await watchedPage(browser, size, size === 'phone' ? 'dark' : 'light');
    await watched.page.goto(server.url + path);
    return watched.page;
  }

  it.each(['desk', 'phone'] as const)('chooses files at a %s, sees what is wrong, and answers', async (size) => {
    const asked = await ask({ approvers: ['ada@example.com'] }, [...form, { name: 'changes', type: 'object' }]);
    const page = await open(`${asked.path}?token=${token(asked, 'ada@example.com')}`, size);
    expect(await barriers(page)).toEqual([]);
    const choose = (names: readonly string[]): Promise<void> =>
      page.getByLabel('papers').setInputFiles(names.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })));
    await page.getByRole('button', { name: 'Send the answer' }).click();
    expect(await page.locator(':focus').getAttribute('name')).toBe('field.papers');

    await choose(['one.txt', 'two.txt']);
    await page.getByLabel('note').fill('Both');
    await page.getByLabel('changes').fill('{"a":');
    await press(page, 'Send the answer');
    expect(await page.locator(':focus').getAttribute('role')).toBe('alert');
    await page.getByRole('link', { name: /files of papers were not kept/ }).click();
    expect(await page.locator(':focus').getAttribute('name')).toBe('field.papers');
    expect(await page.locator(':focus').getAttribute('aria-invalid')).toBe('true');
    expect([await barriers(page), await overflow(page)]).toEqual([[], 0]);

    await choose(['one.txt', 'two.txt']);
    await page.getByLabel('changes').fill('');
    await press(page, 'Send the answer');
    expect(await page.getByRole('status').textContent()).toContain('Your answer has been taken');
    expect(await account(asked)).toMatchObject({
      queue: [{ resumeInput: { note: 'Both', papers: [{ name: 'one.txt' }, { name: 'two.txt' }] } }],
    });
    await completed(asked);
  });
});
