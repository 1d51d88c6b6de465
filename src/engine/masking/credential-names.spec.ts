import { describe, expect, it } from '@jest/globals';
import { redactCredentials } from './credential-names.js';

describe('redacting fields that are named like credentials', () => {
  it.each([
    'authorization',
    'Authorization',
    'Proxy-Authorization',
    'x-api-key',
    'apiKey',
    'api_key',
    'API KEY',
    'stripeApiKey',
    'cookie',
    'Set-Cookie',
    'password',
    'newPassword',
    'token',
    'access_token',
    'refreshToken',
    'authToken',
    'secret',
    'client_secret',
    'clientSecret',
    'private_key',
    'secretKey',
    'credential',
    'credentials',
    'passphrase',
    'bearer',
  ])('covers %s', (name) => {
    expect(redactCredentials({ [name]: 'value', other: 1 })).toEqual({ [name]: '[REDACTED]', other: 1 });
  });

  it.each([
    'nextPageToken',
    'next_page_token',
    'syncToken',
    'tokens',
    'maxTokens',
    'passwordless',
    'key',
    'secretary',
    'cookies',
    'author',
  ])('leaves %s as it is', (name) => {
    const value = { [name]: 'value' };
    expect(redactCredentials(value)).toBe(value);
  });

  it('reaches every depth and hides values of every type', () => {
    expect(redactCredentials({ list: [{ token: { a: 1 }, secret: 5, password: ['x'], name: 'kept' }] })).toEqual({
      list: [{ token: '[REDACTED]', secret: '[REDACTED]', password: '[REDACTED]', name: 'kept' }],
    });
  });

  it.each([null, '', true, false])('leaves %j, which is no credential', (nothing) => {
    const value = { password: nothing };
    expect(redactCredentials(value)).toBe(value);
  });
});
