import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type supertest from 'supertest';
import type { JsonObject } from '#kernel/json.js';
import { createUser, type TestUser } from '../../support/issue-key.js';
import { eventually } from '../../support/eventually.js';
import { askOnce, pausedRun, resumePath } from '../../support/resume-api.js';
import { behindProxy, userWithPassword, visitor, visitorWith, type Visitor } from '../../support/signed-in.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
let anna: TestUser;
let browser: Visitor;

beforeAll(async () => {
  server = await startTestApp({ env: behindProxy });
  anna = await memberWithPassword('write');
  browser = await visitor(server, anna.email);
});
afterAll(() => server.close());

async function memberWithPassword(permission: 'read' | 'write'): Promise<TestUser> {
  const user = await userWithPassword(server);
  const members = `/api/v1/workspaces/${server.first.workspaceId}/members`;
  await server.as(server.first.apiKey).post(members).send({ email: user.email, permission }).expect(200);
  return user;
}

interface Asked {
  readonly path: string;
  readonly executionId: string;
}

async function ask(fields: JsonObject = {}): Promise<Asked> {
  const workflowId = await askOnce(server, fields);
  const executionId = await pausedRun(server, workflowId);
  return { path: `/resume/${workflowId}/${executionId}`, executionId };
}

const answer = { contextId: 'ask', 'field.approved': 'true', 'field.note': 'Fine' };
const post = (by: Visitor, { path }: Asked, fields: object = answer): supertest.Test => by.post(path).type('form').send(fields);

async function answersTo({ path }: Asked): Promise<readonly { status: string; answers: readonly object[] }[]> {
  const query = `workspaceId=${server.first.workspaceId}&status=open,answered`;
  const { body } = await server.as(server.first.apiKey).get(`/api/v1/pauses?${query}`).expect(200);
  return body.data.filter(({ uiUrl }: { uiUrl: string }) => uiUrl.endsWith(path));
}

describe('a person who is signed in', () => {
  it('answers on the page without a key', async () => {
    const asked = await ask({ approvers: anna.email });
    const { text } = await browser.get(asked.path).expect(200);
    expect(text).toContain('name="field.approved"');
    expect(text).not.toContain('name="key"');
    const { headers } = await post(browser, asked).expect(303);
    expect((await server.as().get(`${asked.path}${headers['location']}`).expect(200)).text).toContain('Your answer has been taken');
    const given = { userId: anna.id, email: anna.email, via: 'session', input: { approved: true, note: 'Fine' } };
    expect(await answersTo(asked)).toMatchObject([{ status: 'answered', answers: [given] }]);
    expect((await browser.get(asked.path).expect(200)).text).toContain(`<strong>${anna.email}</strong>, on`);
  });

  it('does not wait for the run, whether or not its start did', async () => {
    const workflowId = await askOnce(server);
    for (const stream of [false, true]) {
      const started = await server
        .as(server.first.apiKey)
        .post(`/api/workflows/${workflowId}/execute`)
        .send({ input: {}, stream })
        .expect(200);
      const executionId = String(started.headers['x-execution-id']);
      const { body } = await browser
        .post(resumePath(workflowId, executionId))
        .send({ input: { approved: true } })
        .expect(200);
      expect(body).toEqual({ status: 'started', executionId: expect.any(String), message: 'Resume execution started.' });
      await eventually(async () => {
        const path = `/api/workflows/${workflowId}/executions/${executionId}`;
        expect((await server.as(server.first.apiKey).get(path).expect(200)).body).toMatchObject({ status: 'completed' });
      });
    }
  });

  it('gets the page also by a link that is not valid any more', async () => {
    const { text } = await browser.get(`${(await ask()).path}?token=expired`).expect(200);
    expect(text).toContain('name="field.approved"');
  });

  it('sees what is wrong beside its field', async () => {
    const asked = await ask({ inputFormat: [{ name: 'discount', type: 'number', required: true }] });
    const { text } = await post(browser, asked, { contextId: 'ask', 'field.discount': 'a tenth' }).expect(400);
    expect(text).toContain('value="a tenth"');
    expect(await answersTo(asked)).toMatchObject([{ status: 'open' }]);
  });

  it('may not answer for those who were asked', async () => {
    const asked = await ask({ approvers: 'someone.else@example.com' });
    const { text } = await browser.get(asked.path).expect(200);
    expect(text).toContain('Only those who were asked may answer.');
    await post(browser, asked).expect(403);
    expect(await answersTo(asked)).toMatchObject([{ status: 'open', answers: [] }]);
  });

  it('may look and not answer with the permission to read', async () => {
    const asked = await ask();
    const reader = await visitor(server, (await memberWithPassword('read')).email);
    expect((await reader.get(asked.path).expect(200)).text).toContain('You may look at this, and not answer it');
    await post(reader, asked).expect(403);
    expect(await answersTo(asked)).toMatchObject([{ status: 'open', answers: [] }]);
  });

  it('learns nothing of runs of other workspaces', async () => {
    const asked = await ask();
    const stranger = await visitor(server, (await userWithPassword(server)).email);
    const { text } = await stranger.get(asked.path).expect(404);
    expect(text).toContain('There is nothing at this address that you may see.');
    const nothing = await stranger.get('/resume/nothing/here').expect(404);
    const same = (page: string, path: string): string => page.replaceAll(encodeURIComponent(path), '');
    expect(same(text, asked.path)).toBe(same(nothing.text, '/resume/nothing/here'));
    await post(stranger, asked).expect(404);
  });

  it('is the owner of a key where they type one in', async () => {
    const asked = await ask();
    const owner = await createUser(server);
    await post(browser, asked, { ...answer, key: owner.key }).expect(404);
    await post(browser, asked, { ...answer, key: server.first.apiKey }).expect(303);
    expect(await answersTo(asked)).toMatchObject([{ answers: [{ via: 'key' }] }]);
  });

  it('keeps the answer when the session has ended, and sends it again after signing in', async () => {
    const asked = await ask();
    const leaving = await visitor(server, anna.email);
    await leaving.delete('/api/v1/session').expect(200);
    const { text } = await post(leaving, asked).expect(401);
    expect(text).toContain('Your session has ended.');
    expect(text).toContain('<input type="hidden" name="field.note" value="Fine">');
    expect(text).toContain('Send the answer as before');
    await post(browser, asked).expect(303);
  });
});

describe('a page of another site', () => {
  it('cannot answer with the cookie of a visitor', async () => {
    const asked = await ask();
    for (const site of ['cross-site', 'same-site', 'none']) {
      const { text } = await post(browser, asked).set('Sec-Fetch-Site', site).expect(403);
      expect(text).toContain('This answer came from a page of another site');
    }
    const bare = server.as().post(asked.path).set('Cookie', browser.cookie).type('form').send(answer);
    await bare.expect(403);
    expect(await answersTo(asked)).toMatchObject([{ status: 'open', answers: [] }]);
  });
});

describe('a visitor without a session', () => {
  it('is offered to sign in, and to come back', async () => {
    const asked = await ask();
    const { text } = await server.as().get(asked.path).expect(200);
    expect(text).toContain(`href="/login?next=${encodeURIComponent(asked.path)}"`);
    await post(visitorWith(server, ''), asked).expect(401);
  });
});
