import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Clock } from '#kernel/clock.js';
import { aChat, Browser, type MadeChat } from '../../support/chat/chat-api.js';
import { startMailSink, type MailSink } from '../../support/chat/mail-sink.js';
import { eventually } from '../../support/eventually.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
let sink: MailSink;
const clock = new (class extends Clock {
  #shiftMs = 0;

  now(): Date {
    return new Date(Date.now() + this.#shiftMs);
  }

  advance(ms: number): void {
    this.#shiftMs += ms;
  }
})();

beforeAll(async () => {
  sink = await startMailSink();
  server = await startTestApp({ env: sink.env, clock });
}, 60_000);
afterAll(async () => {
  await server.close();
  await sink.close();
});

let count = 0;
/** An address that no other test uses. */
const person = (): string => `person-${(count += 1)}@example.com`;
const emailChat = (allowedEmails: readonly string[] = ['@example.com']) => aChat(server, { authType: 'email', allowedEmails });

async function asked(chat: MadeChat, email: string, browser = new Browser(server)): Promise<Browser> {
  const answer = await browser.post(`${chat.path}/otp`, { email });
  expect([answer.status, answer.body]).toEqual([200, { message: 'If the address may use this chat, a code was sent to it' }]);
  return browser;
}

async function entered(chat: MadeChat, email: string): Promise<Browser> {
  const browser = await asked(chat, email);
  expect((await browser.put(`${chat.path}/otp`, { email, otp: await sink.code(email) })).status).toBe(200);
  return browser;
}

const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('a chat for e-mail addresses', () => {
  it('sends a code to an allowed address, and talks to the visitor who writes it', async () => {
    const chat = await emailChat();
    const email = person();
    const browser = await asked(chat, email.toUpperCase());
    const refused = await browser.get(chat.path);
    expect([refused.status, refused.body['error']]).toEqual([401, 'auth_required_email']);
    const code = await sink.code(email);
    const { status, body } = await browser.put(`${chat.path}/otp`, { email, otp: code });
    expect([status, body['id'], body['authType']]).toEqual([200, chat.id, 'email']);
    expect((await browser.say(chat.path, { input: 'Hello' })).text).toBe('Hello');
    const { message = '' } = sink.received.find(({ to }) => to === email) ?? {};
    expect(message).toContain('From: Sluice <sluice@example.com>');
    expect(message).toContain('valid for 15 minutes');
    expect(JSON.stringify(server.logLines)).not.toContain(code);
  });

  it('shows a person their conversations in every browser, and to no other person', async () => {
    const chat = await emailChat();
    const email = person();
    const { conversationId } = await (await entered(chat, email)).say(chat.path, { input: 'Mine' });
    const elsewhere = await asked(chat, email);
    await elsewhere.put(`${chat.path}/otp`, { email, otp: await sink.code(email, 2) });
    const { body } = await elsewhere.get(`${chat.path}/conversations`);
    expect(body).toMatchObject({ data: [{ conversationId }] });
    const other = await entered(chat, person());
    expect((await other.get(`${chat.path}/conversations/${conversationId}`)).status).toBe(404);
  });

  it('sends nothing to an address that may not use it, with the same answer', async () => {
    const chat = await emailChat(['boss@example.com', '@partner.example']);
    const browser = await asked(chat, 'stranger@example.com');
    await asked(chat, 'boss@example.com.evil.example');
    await asked(chat, 'boss@example.com');
    await asked(chat, 'ada@partner.example');
    await sink.code('boss@example.com');
    await sink.code('ada@partner.example');
    expect(sink.received.filter(({ to }) => to.startsWith('stranger') || to.endsWith('evil.example'))).toEqual([]);
    const guess = await browser.put(`${chat.path}/otp`, { email: 'stranger@example.com', otp: '123456' });
    expect([guess.status, guess.body['error']]).toEqual([401, 'The code is wrong or has expired']);
  });

  it('takes a code once, and only for its address and its chat', async () => {
    const [chat, otherChat] = [await emailChat(), await emailChat()];
    const [email, other] = [person(), person()];
    const browser = await asked(chat, email);
    const otp = await sink.code(email);
    expect((await browser.put(`${otherChat.path}/otp`, { email, otp })).status).toBe(401);
    expect((await browser.put(`${chat.path}/otp`, { email: other, otp })).status).toBe(401);
    const both = await Promise.all([1, 2].map(() => new Browser(server).put(`${chat.path}/otp`, { email, otp })));
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('gives a code 5 tries, and the next code replaces it', async () => {
    const chat = await emailChat();
    const email = person();
    const browser = await asked(chat, email);
    const first = await sink.code(email);
    for (let guess = 0; guess < 5; guess += 1) {
      expect((await browser.put(`${chat.path}/otp`, { email, otp: wrong(first) })).status).toBe(401);
    }
    expect((await browser.put(`${chat.path}/otp`, { email, otp: first })).status).toBe(401);
    await asked(chat, email);
    const second = await sink.code(email, 2);
    expect((await browser.put(`${chat.path}/otp`, { email, otp: second })).status).toBe(200);
  });

  it('forgets a code after 15 minutes, and ends a session after a day', async () => {
    const chat = await emailChat();
    const email = person();
    const browser = await asked(chat, email);
    const code = await sink.code(email);
    clock.advance(15 * 60_000);
    expect((await browser.put(`${chat.path}/otp`, { email, otp: code })).status).toBe(401);
    await asked(chat, email);
    expect((await browser.put(`${chat.path}/otp`, { email, otp: await sink.code(email, 2) })).status).toBe(200);
    clock.advance(23 * 60 * 60_000);
    expect((await browser.get(chat.path)).status).toBe(200);
    clock.advance(60 * 60_000);
    expect((await browser.get(chat.path)).status).toBe(401);
    expect((await browser.post(chat.path, { input: 'x' })).status).toBe(401);
  });

  it('sends at most 3 codes to an address in 15 minutes', async () => {
    const chat = await emailChat();
    const email = person();
    for (let sent = 1; sent <= 5; sent += 1) await asked(chat, email);
    await sink.code(email, 3);
    const after = person();
    await asked(chat, after);
    await sink.code(after);
    expect(sink.received.filter(({ to }) => to === email)).toHaveLength(3);
    clock.advance(15 * 60_000);
    await asked(chat, email);
    await sink.code(email, 4);
  });

  it('refuses an address of the network after 10 requests and after 10 codes, with Retry-After', async () => {
    const chat = await emailChat();
    const browser = new Browser(server);
    for (let sent = 0; sent < 10; sent += 1) await asked(chat, `stranger-${sent}@elsewhere.example`, browser);
    const refused = await browser.post(`${chat.path}/otp`, { email: person() });
    expect([refused.status, refused.body['code']]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
    for (let guess = 0; guess < 10; guess += 1) await browser.put(`${chat.path}/otp`, { email: 'a@example.com', otp: '000000' });
    expect((await browser.put(`${chat.path}/otp`, { email: 'a@example.com', otp: '000000' })).status).toBe(429);
  });

  it('answers when the mail server fails, and the log says why', async () => {
    const chat = await emailChat();
    sink.isBroken = true;
    try {
      await asked(chat, person());
      const line = await eventually(() => {
        const found = server.logLines.find(({ msg }) => msg === 'The code of a visitor could not be sent');
        return found === undefined ? Promise.reject(new Error('Not logged')) : Promise.resolve(found);
      }, 20_000);
      expect(line).toMatchObject({ chatId: chat.id });
    } finally {
      sink.isBroken = false;
    }
  });

  it.each([
    [{}, 'email'],
    [{ email: 7 }, 'email'],
    [{ email: 'ada' }, 'email'],
    [{ email: 'ada@example.com, eve@example.net' }, 'email'],
    [{ email: 'ada@example.com\r\nBcc: eve@example.net' }, 'email'],
    [{ email: 'ada@example.com', otp: '12345' }, 'otp'],
    [{ email: 'ada@example.com', otp: 123_456 }, 'otp'],
  ])('refuses the code request %j and names %s', async (body, field) => {
    const chat = await emailChat();
    const { status, body: answer } = await new Browser(server).put(`${chat.path}/otp`, body);
    expect(status).toBe(400);
    expect((answer['details'] as unknown as { path: unknown[] }[]).map(({ path }) => path[0])).toContain(field);
  });

  it('sends no code for a chat with another proof', async () => {
    const chat = await aChat(server, { authType: 'password', password: 'sesame' });
    expect((await new Browser(server).post(`${chat.path}/otp`, { email: person() })).status).toBe(409);
  });
});
