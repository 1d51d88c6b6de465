import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { MakeSetupLink } from '#modules/identity/index.js';
import type supertest from 'supertest';
import { createUser } from '../../support/issue-key.js';
import { asVisitor, behindProxy, recoveryToken, testPassword, userWithPassword, visitor } from '../../support/signed-in.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
let setupToken = '';

beforeAll(async () => {
  server = await startTestApp({ env: behindProxy });
  setupToken = (await server.app.get(CommandBus).execute(new MakeSetupLink()))?.token ?? '';
}, 60_000);
afterAll(() => server.close());

type Place = (password: string) => Promise<supertest.Response>;

const places: Readonly<Record<string, Place>> = {
  'the first person chooses theirs': async (password) =>
    await asVisitor(server, '/api/v1/links/setup').send({ token: setupToken, password, email: 'first@example.org' }),
  'a recovery link is used': async (password) => {
    const token = await recoveryToken(server, (await createUser(server)).id);
    return await asVisitor(server, '/api/v1/links/recovery').send({ token, password });
  },
  'an invitation is accepted': async (password) => {
    const path = `/api/v1/workspaces/${server.first.workspaceId}/invitations`;
    const { body } = await server.as(server.first.apiKey).post(path).send({ email: 'invited@example.org', permission: 'read' }).expect(200);
    const { token } = (body as { data: { token: string } }).data;
    return await asVisitor(server, '/api/v1/links/invitation').send({ token, password });
  },
  'a person changes theirs': async (newPassword) => {
    const { email } = await userWithPassword(server);
    return await (await visitor(server, email)).put('/api/v1/users/me/password').send({ password: testPassword, newPassword });
  },
};

describe('a common password', () => {
  it.each(Object.entries(places))('is refused where %s, with the rule', async (name, place) => {
    for (const password of ['1qazxsw23edcvfr4', 'Basketball123456', '!!!!!!!Sunshine!!!!!!!']) {
      const { status, body } = await place(password);
      const field = name === 'a person changes theirs' ? 'newPassword' : 'password';
      expect({ password, status, body }).toMatchObject({
        password,
        status: 400,
        body: {
          details: [
            {
              path: [field],
              message: `${field} must not be a common password, also not with digits or signs around it`,
              code: 'weak_password',
            },
          ],
        },
      });
    }
  });

  it('may be a word of a longer one', async () => {
    const { status } = (await places['a person changes theirs']?.('basketball with nine foxes')) ?? {};
    expect(status).toBe(200);
  });
});
