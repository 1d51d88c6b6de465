import { describe, expect, it } from '@jest/globals';
import { personOf } from './oidc-claims.js';

const base = { iss: 'https://login.example.org', sub: 'a-1' };
const names = { emailVerifiedClaim: 'email_verified', groupsClaim: 'groups' };

describe('the claims of a person', () => {
  it('give the address in small letters', () => {
    expect(personOf({ ...base, email: ' Ada@Example.org ', email_verified: true, name: 'Ada' }, names)).toEqual({
      issuer: base.iss,
      subject: 'a-1',
      email: 'ada@example.org',
      isEmailVerified: true,
      name: 'Ada',
      groups: [],
    });
  });

  it.each([
    [true, true],
    ['true', true],
    ['1', true],
    [1, true],
    [false, false],
    ['false', false],
    [null, false],
    [{}, false],
  ])('read %j as checked: %j', (verified, isEmailVerified) => {
    expect(personOf({ ...base, email: 'ada@example.org', email_verified: verified }, names)).toMatchObject({ isEmailVerified });
  });

  it('are not trusted without the claim that was named', () => {
    const claims = { ...base, email: 'ada@example.org', email_verified: true };
    expect(personOf(claims, { ...names, emailVerifiedClaim: 'xms_edov' })).toMatchObject({ isEmailVerified: false });
  });

  it.each([[undefined], [1], ['ada'], ['a b@example.org'], ['']])('have no address in %j', (email) => {
    expect(personOf({ ...base, ...(email === undefined ? {} : { email }) }, names).email).toBeNull();
  });

  it('name groups in a list, in a text and in a member of an object', () => {
    expect(personOf({ ...base, groups: ['a', 1, 'b'] }, names).groups).toEqual(['a', 'b']);
    expect(personOf({ ...base, groups: 'a' }, names).groups).toEqual(['a']);
    const nested = { ...base, realm_access: { roles: ['c'] } };
    expect(personOf(nested, { ...names, groupsClaim: 'realm_access.roles' }).groups).toEqual(['c']);
    const dotted = { ...base, 'https://example.org/groups': ['d'] };
    expect(personOf(dotted, { ...names, groupsClaim: 'https://example.org/groups' }).groups).toEqual(['d']);
  });

  it('name no groups where the provider is not asked for them', () => {
    expect(personOf({ ...base, groups: ['a'] }, { ...names, groupsClaim: null }).groups).toEqual([]);
  });
});
