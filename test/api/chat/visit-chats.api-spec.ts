import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { JsonObject } from '#kernel/json.js';
import { aChat, Browser, echo, rawRequest, type MadeChat } from '../../support/chat/chat-api.js';
import { functionBlock, inARow } from '../../support/run-api.js';
import { choosePlan } from '../../support/plans.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
}, 60_000);
afterAll(() => server.close());

const owner = () => server.as(server.first.apiKey);
const change = (chat: MadeChat, body: object) => owner().patch(`/api/chat/manage/${chat.id}`).send(body).expect(200);

describe('a public chat', () => {
  it('shows its configuration without settings that are no business of visitors', async () => {
    const chat = await aChat(server, { title: 'Orders', allowedOrigins: ['https://shop.example'] });
    const { status, body } = await new Browser(server).get(chat.path);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: chat.id,
      title: 'Orders',
      description: null,
      customizations: {},
      authType: 'public',
      outputConfigs: [{ blockId: 'echo', path: 'result.said' }],
      includeThinking: false,
      includeToolCalls: false,
    });
  });

  it('answers a message with the frames of its run, each with an id', async () => {
    const chat = await aChat(server);
    const said = await new Browser(server).say(chat.path, { input: 'Hello' });
    expect(said.status).toBe(200);
    expect(said.headers['content-type']).toBe('text/event-stream');
    expect(said.text).toBe('Hello');
    expect(said.frames.every(({ id }) => /^\d+-\d+$/.test(id))).toBe(true);
    expect(said.frames.at(-2)?.data).toMatchObject({ event: 'final', data: { success: true } });
    expect(said.frames.at(-1)?.data).toBe('[DONE]');
  });

  it('starts a run that the log shows as one of a chat, with its conversation', async () => {
    const chat = await aChat(server);
    const { executionId, conversationId } = await new Browser(server).say(chat.path, { input: 'Hello' });
    const { body } = await owner().get(`/api/v1/logs/executions/${executionId}`).expect(200);
    const triggerSource = { kind: 'chat', provider: 'chat', blockId: 'start', conversationId };
    expect(body.executionMetadata).toMatchObject({ trigger: 'chat', triggerSource });
    const { body: logs } = await owner()
      .get('/api/v1/logs')
      .query({ workspaceId: server.first.workspaceId, triggers: 'chat', executionId });
    expect(logs.data).toHaveLength(1);
    expect(logs.data[0].trigger).toBe('chat');
  });

  it('passes the message, the conversation and no more to the workflow', async () => {
    const chat = await aChat(server, { outputConfigs: [{ blockId: 'echo', path: 'result' }] }, echo('return Object.keys(<start>).sort()'));
    const { text } = await new Browser(server).say(chat.path, { input: 'Hello' });
    expect(JSON.parse(text)).toEqual(['conversationId', 'input']);
  });

  it('shows visitors that a run has failed and not why', async () => {
    const chat = await aChat(server, {}, echo('throw new Error("the password of the database is 1234")'));
    const browser = new Browser(server);
    const { frames, conversationId } = await browser.say(chat.path, { input: 'Hello' });
    expect(frames.at(-2)?.data).toMatchObject({ event: 'error' });
    expect(JSON.stringify(frames)).not.toContain('1234');
    const { body } = await browser.get(`${chat.path}/conversations/${conversationId}`);
    expect((body as { data: { turns: JsonObject[] } }).data.turns[0]).toMatchObject({ status: 'failed' });
    expect(JSON.stringify(body)).not.toContain('1234');
  });

  it('is not found, not available or not deployed', async () => {
    const browser = new Browser(server);
    expect((await browser.get('/api/chat/nowhere')).status).toBe(404);
    expect((await browser.post('/api/chat/nowhere', { input: 'x' })).status).toBe(404);
    const chat = await aChat(server);
    await change(chat, { isActive: false });
    expect((await browser.get(chat.path)).status).toBe(403);
    await change(chat, { isActive: true });
    await owner().delete(`/api/v1/workflows/${chat.workflowId}/deploy`).expect(200);
    const refused = await browser.post(chat.path, { input: 'x' });
    expect([refused.status, refused.body['code']]).toEqual([403, 'WORKFLOW_NOT_DEPLOYED']);
  });

  it.each(['', '/conversations', '/conversations/none', '/conversations/none/stream'])(
    'that is switched off, has a password or is not deployed refuses %s as the description of the API says',
    async (place) => {
      const chat = await aChat(server);
      await change(chat, { isActive: false });
      await server.as().get(`${chat.path}${place}`).expect(403);
      await change(chat, { isActive: true, authType: 'password', password: 'sesame' });
      await server.as().get(`${chat.path}${place}`).expect(401);
      await owner().delete(`/api/v1/workflows/${chat.workflowId}/deploy`).expect(200);
      await server.as().get(`${chat.path}${place}`).expect(403);
    },
  );

  it.each([
    [{}, 'input'],
    [{ input: '' }, 'input'],
    [{ input: ' \n\t' }, 'input'],
    [{ input: 7 }, 'input'],
    [{ input: 'x'.repeat(1_000_001) }, 'input'],
    [{ input: 'x', conversationId: '' }, 'conversationId'],
    [{ input: 'x', conversationId: 'x'.repeat(257) }, 'conversationId'],
    [{ input: 'x', resume: { contextId: 'c' } }, 'resume'],
    [{ resume: { contextId: 'c' } }, 'conversationId'],
    [{ input: 'x', resume: 7 }, 'resume'],
    [{ input: 'x', inputs: 'y' }, 'inputs'],
    [{ input: 'x', files: 'none' }, 'files'],
  ])('refuses %j and names %s', async (body, field) => {
    const chat = await aChat(server);
    const refused = await new Browser(server).post(chat.path, body);
    expect(refused.status).toBe(400);
    const details = refused.body['details'] as unknown as { path: unknown[] }[];
    expect(details.map(({ path }) => path[0])).toContain(field);
  });

  it('starts one run for a message that is repeated with its Idempotency-Key', async () => {
    const chat = await aChat(server);
    const browser = new Browser(server);
    await browser.get(chat.path);
    const key = { 'Idempotency-Key': 'message-1' };
    const first = await browser.say(chat.path, { input: 'Hello' }, key);
    const again = await browser.say(chat.path, { input: 'Hello' }, key);
    expect([again.executionId, again.conversationId, again.text]).toEqual([first.executionId, first.conversationId, 'Hello']);
    expect((await browser.say(chat.path, { input: 'Other' }, key)).status).toBe(422);
    const other = new Browser(server);
    await other.get(chat.path);
    expect((await other.say(chat.path, { input: 'Hello' }, key)).executionId).not.toBe(first.executionId);
  });

  it.each<[string, JsonObject]>([
    ['a conversation that the server names', { input: 'Hello' }],
    ['a conversation that the visitor names', { input: 'Hello', conversationId: 'lost-response' }],
  ])('starts one run also if the response with the cookie was lost: %s', async (_what, message) => {
    const chat = await aChat(server);
    const key = { 'Idempotency-Key': randomUUID() };
    const browser = new Browser(server);
    const first = await browser.say(chat.path, message, key);
    const again = await new Browser(server).say(chat.path, message, key);
    expect([again.status, again.executionId, again.text]).toEqual([200, first.executionId, 'Hello']);
    expect((await browser.say(chat.path, message, key)).executionId).toBe(first.executionId);
    for (const sent of [
      { ...message, input: 'Other' },
      { ...message, conversationId: 'other' },
    ])
      expect((await new Browser(server).post(chat.path, sent, key)).body['code']).toBe('IDEMPOTENCY_KEY_REUSED');
    const next = await browser.say(chat.path, { input: 'Next', conversationId: first.conversationId });
    expect([next.status, next.conversationId]).toEqual([200, first.conversationId]);
    const elsewhere = await aChat(server);
    expect((await new Browser(server).say(elsewhere.path, { input: 'Hello' }, key)).executionId).not.toBe(first.executionId);
  });

  it('gives another visitor who repeats a message with its key no access to the conversation', async () => {
    const chat = await aChat(server);
    const key = { 'Idempotency-Key': randomUUID() };
    const { conversationId } = await new Browser(server).say(chat.path, { input: 'Hello' }, key);
    const stranger = new Browser(server);
    expect((await stranger.say(chat.path, { input: 'Hello' }, key)).conversationId).toBe(conversationId);
    expect((await stranger.post(chat.path, { input: 'Next', conversationId })).status).toBe(404);
    expect((await stranger.post(chat.path, { input: 'Next', conversationId }, { 'Idempotency-Key': randomUUID() })).status).toBe(404);
    const unknown = { 'Idempotency-Key': randomUUID() };
    expect((await new Browser(server).post(chat.path, { input: 'Next', conversationId }, unknown)).status).toBe(404);
    expect((await stranger.get(`${chat.path}/conversations/${conversationId}`)).status).toBe(404);
    expect((await stranger.get(`${chat.path}/conversations`)).body).toEqual({ data: [] });
  });

  it('starts one run for a message that is sent twice at once without a cookie', async () => {
    const chat = await aChat(server);
    const key = { 'Idempotency-Key': randomUUID() };
    const sent = await Promise.all([1, 2, 3].map(() => new Browser(server).say(chat.path, { input: 'Hello' }, key)));
    const runs = new Set(sent.filter(({ status }) => status === 200).map(({ executionId }) => executionId));
    expect(runs.size).toBe(1);
    expect(sent.every(({ status }) => status === 200 || status === 409)).toBe(true);
  });

  it('takes a short key, which others may use too, with the cookie of the chat only', async () => {
    const chat = await aChat(server);
    const key = { 'Idempotency-Key': '1' };
    const browser = new Browser(server);
    const refused = await browser.post(chat.path, { input: 'Hello' }, key);
    expect([refused.status, refused.body['error']]).toEqual([
      400,
      expect.stringMatching(/^Idempotency-Key must have at least 20 characters/),
    ]);
    const first = await browser.say(chat.path, { input: 'Hello' }, key);
    expect((await browser.say(chat.path, { input: 'Hello' }, key)).executionId).toBe(first.executionId);
  });
});

describe('the cookies of a chat', () => {
  it('are hidden from scripts, sent to this chat only, and not sent for other sites', async () => {
    const chat = await aChat(server, { authType: 'password', password: 'sesame' });
    const browser = new Browser(server);
    await browser.post(chat.path, { password: 'sesame' });
    expect(browser.setCookies).toHaveLength(2);
    for (const cookie of browser.setCookies) {
      expect(cookie).toMatch(new RegExp(`^chat_(auth|visitor)_${chat.id}=`));
      expect(cookie).toContain(`; Path=${chat.path}; `);
      expect(cookie).toContain('; HttpOnly; SameSite=Lax');
    }
    expect(browser.setCookies.find((cookie) => cookie.startsWith('chat_auth'))).toContain('; Max-Age=86400;');
  });

  it('are for https, and for embedding only where origins are allowed', async () => {
    const secure = await startTestApp({ env: { SLUICE_BASE_URL: 'https://chat.example' } });
    try {
      const plain = new Browser(secure);
      await plain.get((await aChat(secure)).path);
      expect(plain.setCookies[0]).toMatch(/; HttpOnly; Secure; SameSite=Lax$/);
      const embedded = new Browser(secure);
      await embedded.get((await aChat(secure, { allowedOrigins: ['https://shop.example'] })).path);
      expect(embedded.setCookies[0]).toMatch(/; HttpOnly; Secure; SameSite=None; Partitioned$/);
    } finally {
      await secure.close();
    }
  }, 60_000);
});

describe('a chat with a password', () => {
  const locked = (): Promise<MadeChat> => aChat(server, { authType: 'password', password: 'sesame' });

  it('shows nothing without a session', async () => {
    const chat = await locked();
    const browser = new Browser(server);
    for (const answer of [await browser.get(chat.path), await browser.post(chat.path, { input: 'Hello' })]) {
      expect([answer.status, answer.body['error']]).toEqual([401, 'auth_required_password']);
      expect(JSON.stringify(answer.body)).not.toContain('Chat');
    }
    expect((await browser.get(`${chat.path}/conversations`)).status).toBe(401);
  });

  it('begins a session for the password, and none for another one', async () => {
    const chat = await locked();
    const browser = new Browser(server);
    const wrong = await browser.post(chat.path, { password: 'Sesame' });
    expect([wrong.status, wrong.body['code']]).toEqual([401, 'UNAUTHORIZED']);
    expect((await browser.post(chat.path, { password: 'sesame' })).body).toMatchObject({ id: chat.id });
    expect((await browser.say(chat.path, { input: 'Hello' })).text).toBe('Hello');
    expect((await browser.get(chat.path)).status).toBe(200);
  });

  it('takes a password together with a message', async () => {
    const chat = await locked();
    const said = await new Browser(server).say(chat.path, { input: 'Hello', password: 'sesame' });
    expect(said.text).toBe('Hello');
  });

  it('ends all sessions when its password changes, and when visitors must prove something else', async () => {
    const chat = await locked();
    const browser = new Browser(server);
    await browser.post(chat.path, { password: 'sesame' });
    await change(chat, { title: 'Another title' });
    expect((await browser.get(chat.path)).status).toBe(200);
    await change(chat, { password: 'sesame' });
    expect((await browser.get(chat.path)).status).toBe(401);
    await browser.post(chat.path, { password: 'sesame' });
    await change(chat, { authType: 'public' });
    await change(chat, { authType: 'password' });
    expect((await browser.get(chat.path)).status).toBe(401);
  });

  it('accepts no session of another chat, no changed one and no expired one', async () => {
    const [chat, other] = [await locked(), await locked()];
    const browser = new Browser(server);
    await browser.post(other.path, { password: 'sesame' });
    const session = browser.cookies.get(`chat_auth_${other.id}`) ?? '';
    browser.cookies.set(`chat_auth_${chat.id}`, session);
    expect((await browser.get(chat.path)).status).toBe(401);
    browser.cookies.set(`chat_auth_${other.id}`, `${session.slice(0, -1)}${session.endsWith('A') ? 'B' : 'A'}`);
    expect((await browser.get(other.path)).status).toBe(401);
  });

  it('takes ten guesses of an address in 15 minutes, and then not even the password', async () => {
    const chat = await locked();
    // Each process counts guesses.
    const beside = await startTestApp({ beside: server });
    const browser = new Browser(beside);
    const guesses = await Promise.all(Array.from({ length: 14 }, (_, guess) => browser.post(chat.path, { password: `guess ${guess}` })));
    const statuses = guesses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
    const right = await browser.post(chat.path, { password: 'sesame' });
    expect(right.status).toBe(429);
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
    const other = await locked();
    expect((await browser.post(other.path, { password: 'sesame' })).status).toBe(200);
    await beside.close();
  });
});

describe('a conversation', () => {
  it('is begun by the server, and continued by its visitor', async () => {
    const chat = await aChat(server);
    const browser = new Browser(server);
    const first = await browser.say(chat.path, { input: 'One' });
    const second = await browser.say(chat.path, { input: 'Two', conversationId: first.conversationId });
    expect(second.conversationId).toBe(first.conversationId);
    const { body } = await browser.get(`${chat.path}/conversations/${first.conversationId}`);
    expect(body).toEqual({
      data: {
        conversationId: first.conversationId,
        turns: [
          {
            input: 'One',
            reply: 'One',
            status: 'completed',
            executionId: first.executionId,
            files: [],
            questions: [],
            id: expect.any(String),
            at: expect.any(String),
          },
          {
            input: 'Two',
            reply: 'Two',
            status: 'completed',
            executionId: second.executionId,
            files: [],
            questions: [],
            id: expect.any(String),
            at: expect.any(String),
          },
        ],
      },
      nextCursor: null,
    });
    const { body: listed } = await browser.get(`${chat.path}/conversations`);
    expect(listed['data']).toEqual([expect.objectContaining({ conversationId: first.conversationId })]);
  });

  describe('as its workflow and the memory of agents see it', () => {
    const outputConfigs = [{ blockId: 'echo', path: 'result.conversationId' }];
    const ofCustomer = '0d9be1a4-7f2c-4f43-9c56-0f8d1a7e2b11';

    it.each([ofCustomer, 'anna@example.com'])('is none from elsewhere, whatever id the visitor chooses: %s', async (conversationId) => {
      const chat = await aChat(server, { outputConfigs });
      const browser = new Browser(server);
      const first = await browser.say(chat.path, { input: 'x', conversationId });
      expect(first.conversationId).toBe(conversationId);
      expect(first.text).toMatch(new RegExp(`^chat-${chat.id}-`));
      expect((await browser.say(chat.path, { input: 'y', conversationId })).text).toBe(first.text);
    });

    it('has the id that the server has chosen, with each message', async () => {
      const chat = await aChat(server, { outputConfigs });
      const browser = new Browser(server);
      const { conversationId, text } = await browser.say(chat.path, { input: 'x' });
      expect([text, (await browser.say(chat.path, { input: 'y', conversationId })).text]).toEqual([conversationId, conversationId]);
    });

    it('keeps the id that an earlier release has given it', async () => {
      const chat = await aChat(server, { outputConfigs });
      const browser = new Browser(server);
      const { conversationId } = await browser.say(chat.path, { input: 'x', conversationId: randomUUID() });
      await server.database.pool.query('update chat_conversation set memory_id = null where conversation_id = $1', [conversationId]);
      expect((await browser.say(chat.path, { input: 'y', conversationId })).text).toBe(conversationId);
    });
  });

  it.each(['shop/anna@example.com', 'tg:123+4', "~!*'()$#"])(
    'is continued with the text of X-Conversation-Id: %s',
    async (conversationId) => {
      const chat = await aChat(server);
      const browser = new Browser(server);
      const { headers } = await browser.say(chat.path, { input: 'One', conversationId });
      expect(headers['x-conversation-id']).toBe(conversationId);
      const { body } = await browser.get(`${chat.path}/conversations/${encodeURIComponent(conversationId)}`);
      expect(body).toMatchObject({ data: { turns: [{ input: 'One' }] } });
    },
  );

  it.each(['my conv', 'é', 'my%20conv', '100%'])(
    'is not begun with an id that a header does not carry as it is: %s',
    async (conversationId) => {
      const chat = await aChat(server);
      const { status, body } = await new Browser(server).post(chat.path, { input: 'One', conversationId });
      expect([status, body['details']]).toEqual([400, [expect.objectContaining({ path: ['conversationId'] })]]);
    },
  );

  it('that was begun with such an id earlier is continued', async () => {
    const chat = await aChat(server);
    const browser = new Browser(server);
    const { conversationId } = await browser.say(chat.path, { input: 'One' });
    for (const table of ['chat_conversation', 'chat_turn'])
      await server.database.pool.query(`update ${table} set conversation_id = 'my conv é' where conversation_id = $1`, [conversationId]);
    const { headers } = await browser.say(chat.path, { input: 'Two', conversationId: 'my conv é' });
    expect(headers['x-conversation-id']).toBe('my%20conv%20%C3%A9');
    const { body } = await browser.get(`${chat.path}/conversations/my%20conv%20%C3%A9`);
    expect(body).toMatchObject({ data: { turns: [{ input: 'One' }, { input: 'Two' }] } });
    expect((await browser.post(chat.path, { input: 'Three', conversationId: 'my%20conv%20%C3%A9' })).status).toBe(400);
  });

  it('of another visitor is not found, and not continued, whatever the way', async () => {
    const chat = await aChat(server);
    const { conversationId } = await new Browser(server).say(chat.path, { input: 'Secret' });
    const other = new Browser(server);
    await other.say(chat.path, { input: 'Mine' });
    const unknown = await other.get(`${chat.path}/conversations/0197a5e0-0000-7000-8000-000000000001`);
    const foreign = await other.get(`${chat.path}/conversations/${conversationId}`);
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
    expect((await other.get(`${chat.path}/conversations/${conversationId}/stream`)).status).toBe(404);
    expect((await other.post(chat.path, { input: 'x', conversationId })).status).toBe(404);
    expect((await other.post(chat.path, { conversationId, resume: { contextId: 'c', input: {} } })).status).toBe(404);
    const elsewhere = await aChat(server);
    expect((await new Browser(server).post(elsewhere.path, { input: 'x', conversationId })).status).toBe(404);
  });

  it('that two visitors begin at once belongs to one of them', async () => {
    const chat = await aChat(server);
    const conversationId = 'begun-at-once';
    const said = await Promise.all([1, 2, 3, 4].map(() => new Browser(server).say(chat.path, { input: 'x', conversationId })));
    expect(said.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 404, 404, 404]);
  });

  it('keeps every message that its visitor sends at once', async () => {
    const chat = await aChat(server);
    const browser = new Browser(server);
    await browser.get(chat.path);
    const conversationId = 'sent-at-once';
    const said = await Promise.all(['a', 'b', 'c'].map((input) => browser.say(chat.path, { input, conversationId })));
    expect(said.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { body } = await browser.get(`${chat.path}/conversations/${conversationId}`);
    const { turns } = (body as unknown as { data: { turns: { input: string; reply: string }[] } }).data;
    expect(turns.map(({ input, reply }) => `${input}${reply}`).toSorted()).toEqual(['aa', 'bb', 'cc']);
  });

  it('is read in pages that go back in time', async () => {
    const chat = await aChat(server);
    const browser = new Browser(server);
    const { conversationId } = await browser.say(chat.path, { input: '1' });
    for (const input of ['2', '3']) await browser.say(chat.path, { input, conversationId });
    const place = `${chat.path}/conversations/${conversationId}?limit=2`;
    const latest = (await browser.get(place)).body as unknown as { data: { turns: { input: string }[] }; nextCursor: string };
    expect(latest.data.turns.map(({ input }) => input)).toEqual(['2', '3']);
    const earlier = (await browser.get(`${place}&cursor=${latest.nextCursor}`)).body as unknown as typeof latest;
    expect(earlier.data.turns.map(({ input }) => input)).toEqual(['1']);
    expect(earlier.nextCursor).toBeNull();
    expect((await browser.get(`${place}&cursor=wrong`)).status).toBe(400);
  });

  it('is streamed again after a frame that the visitor has', async () => {
    const chat = await aChat(server);
    const browser = new Browser(server);
    const { conversationId, frames } = await browser.say(chat.path, { input: 'Hello' });
    const place = `${chat.path}/conversations/${conversationId}/stream`;
    const whole = await browser.get(place);
    expect(whole.body['text']).toContain('"chunk":"Hello"');
    const rest = await browser.get(place, { 'Last-Event-ID': frames[0]?.id ?? '' });
    expect(rest.body['text']).not.toContain('"chunk"');
    expect(rest.body['text']).toContain('[DONE]');
    expect((await browser.get(place, { 'Last-Event-ID': frames.at(-1)?.id ?? '' })).status).toBe(204);
  });

  it('passes the last turns to a workflow whose chat says so', async () => {
    const state = echo('return { said: JSON.stringify(<start.history>) }');
    const chat = await aChat(server, { historyTurns: 2 }, state);
    const browser = new Browser(server);
    const { conversationId, text } = await browser.say(chat.path, { input: 'one' });
    expect(text).toBe('[]');
    await browser.say(chat.path, { input: 'two', conversationId });
    await change(chat, { historyTurns: 1 });
    const { text: last } = await browser.say(chat.path, { input: 'three', conversationId });
    expect(JSON.parse(last)).toEqual([
      { role: 'user', content: 'two' },
      { role: 'assistant', content: expect.stringContaining('one') },
    ]);
  });

  it('ends with its chat', async () => {
    const chat = await aChat(server);
    const browser = new Browser(server);
    const { conversationId } = await browser.say(chat.path, { input: 'Hello' });
    await owner().delete(`/api/chat/manage/${chat.id}`).expect(200);
    expect((await browser.get(`${chat.path}/conversations/${conversationId}`)).status).toBe(404);
    const again = await aChat(server, { identifier: chat.identifier });
    expect((await browser.get(`${again.path}/conversations/${conversationId}`)).status).toBe(404);
  });
});

describe('files of a message', () => {
  const files = inARow(
    functionBlock('echo', 'return { said: <start.files>.map((file) => `${file.name} ${file.size} ${file.type}`).join(", ") }'),
  );
  const data = (text: string, type = 'text/plain') => `data:${type};base64,${Buffer.from(text).toString('base64')}`;
  const many = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `${index}.txt`, data: data('x') }));

  it('are stored in the workspace and passed to the workflow', async () => {
    const chat = await aChat(server, {}, files);
    const browser = new Browser(server);
    const said = await browser.say(chat.path, { input: 'See', files: [{ name: 'a.txt', type: 'text/plain', size: 3, data: data('abc') }] });
    expect(said.text).toBe('a.txt 3 text/plain');
    const { body } = await browser.get(`${chat.path}/conversations/${said.conversationId}`);
    expect(JSON.stringify(body)).toContain('{"name":"a.txt","size":3,"type":"text/plain"}');
    const { body: stored } = await owner().get('/api/v1/files').query({ workspaceId: server.first.workspaceId, limit: 100 }).expect(200);
    expect(JSON.stringify(stored)).toContain('a.txt');
  });

  it('are taken from a form as they arrive', async () => {
    const chat = await aChat(server, {}, files);
    const form = new FormData();
    form.set('input', 'See');
    form.append('files', new File([new Uint8Array(11 * 1024 * 1024)], 'large.bin', { type: 'application/octet-stream' }));
    form.append('files', new File(['abc'], 'path/to/b.txt', { type: 'text/plain' }));
    const { status, body } = await new Browser(server).post(chat.path, form);
    expect(status).toBe(200);
    expect(body['text']).toContain(`large.bin ${11 * 1024 * 1024} application/octet-stream, b.txt 3 text/plain`);
  });

  it('are fifteen at most', async () => {
    const chat = await aChat(server, {}, files);
    const browser = new Browser(server);
    expect((await browser.say(chat.path, { input: 'x', files: many(15) })).text.split(', ')).toHaveLength(15);
    const refused = await browser.post(chat.path, { input: 'x', files: many(16) });
    expect([refused.status, refused.body['error']]).toEqual([400, 'files must not hold more than 15 files']);
    const form = new FormData();
    form.set('input', 'x');
    for (const { name } of many(16)) form.append('files', new File(['x'], name));
    expect((await browser.post(chat.path, form)).status).toBe(400);
  });

  it.each([
    [{ name: 'a.txt', type: 'image/png', data: data('x') }, 'data'],
    [{ name: 'a.txt', data: 'https://example.com/a.txt' }, 'data'],
    [{ name: 'a.txt', data: 'data:text/plain,plain' }, 'data'],
    [{ name: 'a.txt', data: 'data:text/plain;base64,a b' }, 'data'],
    [{ name: '', data: data('x') }, 'name'],
    [{ data: data('x') }, 'name'],
    [{ name: 'a.txt', data: data('x'), url: 'x' }, 'url'],
    ['a.txt', 0],
  ])('are refused when one is %j', async (file, field) => {
    const chat = await aChat(server, {}, files);
    const { status, body } = await new Browser(server).post(chat.path, { input: 'x', files: [file] });
    expect(status).toBe(400);
    expect((body['details'] as unknown as { path: unknown[] }[])[0]?.path.at(-1)).toBe(field);
  });

  it('do not stay when their message is refused, or repeats an earlier one', async () => {
    const chat = await aChat(server, {}, files);
    const [browser, stranger] = [new Browser(server), new Browser(server)];
    await browser.get(chat.path);
    const stored = async (): Promise<number> =>
      Number((await server.database.pool.query<{ count: string }>('select count(*) from workspace_file')).rows[0]?.count);
    const sent = [{ name: 'a.txt', data: data('abc') }];
    const key = { 'Idempotency-Key': 'with-files' };
    const first = await browser.say(chat.path, { input: 'See', files: sent }, key);
    const before = await stored();
    expect((await browser.say(chat.path, { input: 'Other', files: sent }, key)).status).toBe(422);
    expect((await browser.say(chat.path, { input: 'See', files: sent }, key)).executionId).toBe(first.executionId);
    expect((await stranger.post(chat.path, { input: 'x', conversationId: first.conversationId, files: sent })).status).toBe(404);
    const form = new FormData();
    form.set('input', 'x');
    form.set('conversationId', first.conversationId);
    form.append('files', new File(['abc'], 'b.txt'));
    expect((await stranger.post(chat.path, form)).status).toBe(404);
    expect(await stored()).toBe(before);
    expect(first.text).toBe('a.txt 3 text/plain');
  });

  it('count towards the storage of the account, which refuses more than it has', async () => {
    const small = await startTestApp();
    try {
      await choosePlan(small, 'free');
      const chat = await aChat(small, {}, files);
      await small.database.pool.query(
        `insert into object_hold (id, workspace_id, account_id, bytes) values (gen_random_uuid(), $1, $2, $3)`,
        [small.first.workspaceId, small.first.organizationId, 5 * 1024 ** 3 - 2],
      );
      const sent = [
        { name: 'fits.txt', data: data('ab') },
        { name: 'a.txt', data: data('abc') },
      ];
      const refused = await new Browser(small).post(chat.path, { input: 'x', files: sent });
      expect([refused.status, refused.body['code']]).toEqual([413, 'STORAGE_LIMIT_EXCEEDED']);
      const form = new FormData();
      form.set('input', 'x');
      for (const name of ['a.txt', 'b.txt']) form.append('files', new File(['ab'], name));
      expect((await new Browser(small).post(chat.path, form)).status).toBe(413);
      expect((await small.database.pool.query('select 1 from workspace_file')).rows).toEqual([]);
    } finally {
      await small.close();
    }
  }, 60_000);
});

describe('a chat that other sites may embed', () => {
  const origin = 'https://shop.example';

  it('answers pages of its origins, with cookies', async () => {
    const chat = await aChat(server, { allowedOrigins: [origin] });
    const preflight = await rawRequest(server.url + chat.path, {
      method: 'OPTIONS',
      headers: { Origin: origin, 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'content-type' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET, POST, PUT',
      vary: 'Origin',
    });
    const said = await new Browser(server).say(chat.path, { input: 'Hello' }, { Origin: origin });
    expect([said.text, said.headers['access-control-allow-origin']]).toEqual(['Hello', origin]);
    const missing = await new Browser(server).post(chat.path, {}, { Origin: origin });
    expect([missing.status, missing.headers.get('access-control-allow-origin')]).toEqual([400, origin]);
  });

  it('answers no page of another site, and takes no message from it', async () => {
    const chat = await aChat(server, { allowedOrigins: [origin] });
    for (const other of ['https://evil.example', 'null', `${origin}.evil.example`]) {
      const headers = { Origin: other };
      const preflight = await rawRequest(server.url + chat.path, { method: 'OPTIONS', headers });
      expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([403, undefined]);
      const browser = new Browser(server);
      expect((await browser.post(chat.path, { input: 'x' }, headers)).status).toBe(403);
      expect((await browser.get(chat.path, headers)).headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it('takes no message from a page of another site in other spellings of its address (AC-34)', async () => {
    const { path } = await aChat(server, { allowedOrigins: [origin] });
    const encoded = path.replace(/chat\/(.)/, (_all, first: string) => `chat/%${first.charCodeAt(0).toString(16)}`);
    for (const spelling of [encoded, path.replace('chat', 'Chat'), path.replace('api', 'API'), `${path}/`, `${path}?a=b`]) {
      const headers = { Origin: 'https://evil.example', 'Content-Type': 'application/json' };
      const { status } = await rawRequest(server.url + spelling, { method: 'POST', headers });
      expect([spelling, status]).toEqual([spelling, 403]);
    }
    for (const broken of ['/api/chat/%ff', '/api/chat/a%00b'])
      expect((await new Browser(server).get(broken, { Origin: 'https://evil.example' })).status).toBe(400);
  });

  it('takes messages from its own page', async () => {
    const chat = await aChat(server);
    const behind = { Origin: new URL(server.config.baseUrl).origin, Host: 'internal.example:8080' };
    const proxied = await rawRequest(server.url + chat.path, {
      method: 'POST',
      headers: { ...behind, 'Content-Type': 'application/json' },
    });
    expect(proxied.status).toBe(400);
    expect((await new Browser(server).say(chat.path, { input: 'Hello' }, { Origin: server.url })).text).toBe('Hello');
  });
});
