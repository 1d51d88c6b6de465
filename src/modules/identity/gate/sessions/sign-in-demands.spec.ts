import { describe, expect, it } from '@jest/globals';
import { demandsOn } from './sign-in-demands.js';

const password = { isByProvider: false, hasSecondFactor: false };
const strict = { requireSecondFactor: true, allowPasswords: false };

describe('what organizations demand of a session', () => {
  it('is nothing where none has rules, or a provider vouches for the person', () => {
    expect(demandsOn(null, {}, password).size).toBe(0);
    expect(demandsOn({ acme: strict }, { acme: 'member' }, { ...password, isByProvider: true }).size).toBe(0);
  });

  it('is a second factor, until the person has one', () => {
    const policies = { acme: { requireSecondFactor: true, allowPasswords: true } };
    expect([...demandsOn(policies, { acme: 'owner' }, password)]).toEqual([['acme', 'second-factor']]);
    expect(demandsOn(policies, { acme: 'owner' }, { ...password, hasSecondFactor: true }).size).toBe(0);
  });

  it('is a provider, for all but owners, members and guests of a workspace alike', () => {
    const policies = { acme: { requireSecondFactor: false, allowPasswords: false } };
    expect([...demandsOn(policies, { acme: 'admin' }, password)]).toEqual([['acme', 'provider']]);
    expect([...demandsOn(policies, {}, password)]).toEqual([['acme', 'provider']]);
    expect(demandsOn(policies, { acme: 'owner' }, password).size).toBe(0);
  });

  it('is the second factor of an owner, where passwords are for owners alone', () => {
    expect([...demandsOn({ acme: strict }, { acme: 'owner' }, password)]).toEqual([['acme', 'second-factor']]);
  });
});
