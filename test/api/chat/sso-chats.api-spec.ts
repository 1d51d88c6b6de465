import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aChat, Browser, type MadeChat } from '../../support/chat/chat-api.js';
import type { Account } from '../../support/oidc/login-provider.js';
import { startLogins, type LoginWorld } from '../../support/oidc/login-world.js';
import { problemOf, Traveller, type Arrival } from '../../support/oidc/traveller.js';
import { visitorWith } from '../../support/signed-in.js';

let world: LoginWorld;
beforeAll(async () => {
  world = await startLogins({ company: {} });
}, 60_000);
afterAll(() => world.close());

let people = 0;
function account(more: Partial<Account> = {}): Account & { readonly email: string } {
  people += 1;
  const made = { sub: `visitor-${people}`, email: `visitor-${people}@example.com`, email_verified: true, ...more };
  world.provider.add(made);
  return made;
}

const ssoChat = (allowedEmails: readonly string[] = ['@example.com']): Promise<MadeChat> =>
  aChat(world.server, { authType: 'sso', allowedEmails });

async function enter(chat: MadeChat, sub: string | undefined, traveller = new Traveller(world)): Promise<Arrival> {
  return traveller.choose(await traveller.visit(`${chat.path}/sso/company`), sub);
}

/** The browser of a visitor, with the cookies that the visit has left in it. */
function browserOf(traveller: Traveller): Browser {
  const browser = new Browser(world.server);
  for (const pair of traveller.cookie.split('; ')) browser.cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
  return browser;
}

async function entered(chat: MadeChat, sub: string): Promise<Browser> {
  const traveller = new Traveller(world);
  expect(problemOf(await enter(chat, sub, traveller))).toBeNull();
  return browserOf(traveller);
}

describe('a chat for accounts at providers', () => {
  it('leads visitors to the provider and back to its page, where they talk', async () => {
    const chat = await ssoChat();
    const refused = await new Browser(world.server).get(chat.path);
    expect([refused.status, refused.body['error']]).toEqual([401, 'auth_required_sso']);
    const traveller = new Traveller(world);
    const { url } = await enter(chat, account({ email: 'Ada@Example.com' }).sub, traveller);
    expect(`${url.pathname}${url.search}`).toBe(`/chat/${chat.identifier}`);
    const browser = browserOf(traveller);
    expect((await browser.get(chat.path)).body).toMatchObject({ id: chat.id, authType: 'sso' });
    expect((await browser.say(chat.path, { input: 'Hello' })).text).toBe('Hello');
  });

  it('does not sign visitors in to the server, and makes no user of them', async () => {
    const { sub, email } = account();
    const traveller = new Traveller(world);
    await enter(await ssoChat(), sub, traveller);
    await visitorWith(world.server, traveller.cookie).get('/api/v1/session').expect(401);
    const { body } = await world.server.as(world.server.first.apiKey).get('/api/v1/users?limit=100').expect(200);
    expect(JSON.stringify(body)).not.toContain(email);
  });

  it('shows a person their conversations in every browser, and to no other person', async () => {
    const chat = await ssoChat();
    const { sub } = account();
    const { conversationId } = await (await entered(chat, sub)).say(chat.path, { input: 'Mine' });
    const { body } = await (await entered(chat, sub)).get(`${chat.path}/conversations`);
    expect(body).toMatchObject({ data: [{ conversationId }] });
    const other = await entered(chat, account().sub);
    expect((await other.get(`${chat.path}/conversations/${conversationId}`)).status).toBe(404);
  });

  it.each([
    ['whose address is not allowed', { email: 'eve@elsewhere.example' }, 'NOT_ALLOWED'],
    ['whose address is not verified', { email_verified: false }, 'EMAIL_NOT_VERIFIED'],
  ])('lets no account in %s, and says why', async (_name, more, problem) => {
    const chat = await ssoChat();
    const traveller = new Traveller(world);
    const arrival = await enter(chat, account(more).sub, traveller);
    expect([arrival.url.pathname, problemOf(arrival)]).toEqual([`/chat/${chat.identifier}`, problem]);
    expect((await browserOf(traveller).get(chat.path)).status).toBe(401);
  });

  it('leads back to its page when the visitor cancels, the provider is unknown, or it does not answer', async () => {
    const chat = await ssoChat();
    expect(problemOf(await enter(chat, undefined))).toBe('SIGN_IN_DENIED');
    const unknown = await new Traveller(world).visit(`${chat.path}/sso/nowhere`);
    expect([unknown.url.pathname, problemOf(unknown)]).toEqual([`/chat/${chat.identifier}`, 'NOT_FOUND']);
  });

  it('accepts no session of another chat, and none from before its addresses changed', async () => {
    const [chat, other] = [await ssoChat(), await ssoChat()];
    const browser = await entered(chat, account().sub);
    browser.cookies.set(`chat_auth_${other.id}`, browser.cookies.get(`chat_auth_${chat.id}`) ?? '');
    expect((await browser.get(other.path)).status).toBe(401);
    expect((await browser.get(chat.path)).status).toBe(200);
    const change = { allowedEmails: ['@example.com', '@partner.example'] };
    await world.server.as(world.server.first.apiKey).patch(`/api/chat/manage/${chat.id}`).send(change).expect(200);
    expect((await browser.get(chat.path)).status).toBe(401);
  });

  it('takes no visitor who comes back after it asks for something else', async () => {
    const chat = await ssoChat();
    const { sub } = account();
    const traveller = new Traveller(world);
    const page = await traveller.visit(`${chat.path}/sso/company`);
    await world.server
      .as(world.server.first.apiKey)
      .patch(`/api/chat/manage/${chat.id}`)
      .send({ authType: 'password', password: 'open sesame' })
      .expect(200);
    expect(problemOf(await traveller.choose(page, sub))).toBe('CONFLICT');
    expect((await browserOf(traveller).get(chat.path)).status).toBe(401);
  });

  it('says whether an address may use it, ten times in 15 minutes', async () => {
    const chat = await ssoChat();
    const asked = (email: unknown) => new Browser(world.server).post(`${chat.path}/sso`, { email });
    expect((await asked('ADA@example.com')).body).toEqual({ eligible: true });
    expect((await asked('eve@elsewhere.example')).body).toEqual({ eligible: false });
    expect((await asked('no address')).status).toBe(400);
    for (let count = 2; count < 10; count += 1) expect((await asked('ada@example.com')).status).toBe(200);
    const refused = await asked('ada@example.com');
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  });

  it('is the only kind of chat that leads to a provider', async () => {
    const chat = await aChat(world.server);
    const browser = new Browser(world.server);
    expect((await browser.get(`${chat.path}/sso/company`)).status).toBe(409);
    expect((await browser.post(`${chat.path}/sso`, { email: 'ada@example.com' })).status).toBe(409);
  });
});
