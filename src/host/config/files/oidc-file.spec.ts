import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { readOidc } from './oidc-file.js';

const folder = mkdtempSync(join(tmpdir(), 'sluice-oidc-'));
afterAll(() => rmSync(folder, { recursive: true }));

function read(document: unknown): ReturnType<typeof readOidc> {
  const path = join(folder, 'oidc.json');
  writeFileSync(path, JSON.stringify(document));
  return readOidc(path);
}

const company = { id: 'company', name: 'Company account', issuer: 'https://login.example.org/realms/a', clientId: 'sluice' };
const workspace = '019e0000-0000-7000-8000-000000000001';

describe('the file of providers of OpenID Connect', () => {
  it('names providers, and has defaults for the rest', () => {
    expect(read({ providers: [company] })).toEqual([
      {
        ...company,
        clientSecret: null,
        scopes: ['openid', 'email', 'profile'],
        domains: [],
        passwords: 'on',
        emailVerifiedClaim: 'email_verified',
        groups: null,
        clockToleranceSeconds: 60,
      },
    ]);
  });

  it('asks for an identity with whatever scopes', () => {
    expect(read({ providers: [{ ...company, scopes: ['email'] }] })[0]?.scopes).toEqual(['openid', 'email']);
  });

  it('takes plain HTTP on the machine itself', () => {
    expect(read({ providers: [{ ...company, issuer: 'http://127.0.0.1:9000' }] })[0]?.issuer).toBe('http://127.0.0.1:9000');
  });

  it.each([
    [{ ...company, id: 'Not this' }, 'providers[0].id must be 1 to 50 of a-z 0-9 -'],
    [{ ...company, issuer: 'http://login.example.org' }, 'providers[0].issuer must be an address that begins with https://'],
    [{ ...company, name: '' }, 'providers[0].name must be a text'],
    [{ ...company, clientSecret: 1 }, 'providers[0].clientSecret must be a text'],
    [{ ...company, domains: ['@example.org'] }, 'providers[0].domains must be a list of domains'],
    [{ ...company, passwords: 'off' }, 'providers[0].passwords may be off only with domains'],
    [{ ...company, clockToleranceSeconds: 601 }, 'providers[0].clockToleranceSeconds must be a whole number from 0 to 600'],
    [{ ...company, groups: { claim: 'groups', roles: [] } }, 'providers[0].groups.roles must be a list with at least one role'],
    [
      { ...company, groups: { claim: 'groups', roles: [{ group: 'a', workspace, permission: 'owner' }] } },
      'providers[0].groups.roles[0] must have group with workspace and permission',
    ],
    [{ ...company, secret: 'x' }, 'providers[0].secret is not known; a provider has id, name'],
    ['company', 'providers[0] must be an object'],
  ])('refuses %j', (provider, problem) => {
    expect(() => read({ providers: [provider] })).toThrow(problem);
  });

  it('refuses two providers of one id', () => {
    expect(() => read({ providers: [company, company] })).toThrow('providers[1].id must not be that of another provider');
  });
});
