import { describe, expect, it } from '@jest/globals';
import { arrival } from './arrival.js';

describe('the return from an authorization server', () => {
  it('says that the person is signed in', () => {
    expect(arrival('?authorized=019e0000-0000-7000-8000-000000000001')).toContain('You are signed in');
  });

  it.each([
    ['SIGN_IN_DENIED', 'cancelled'],
    ['SIGN_IN_EXPIRED', 'ten minutes'],
    ['CONFLICT', 'changed during the sign-in'],
    ['MCP_UNREACHABLE', '(MCP_UNREACHABLE)'],
  ])('says why the sign-in has failed: %s', (code, text) => {
    expect(arrival(`?problem=${code}`)).toContain(text);
  });

  it('says nothing at other visits of the page', () => {
    expect(arrival('')).toBeUndefined();
  });
});
