import { promisify } from 'node:util';
import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from '@jest/globals';
import { MailServers } from './mail-servers.js';

const resolving = (...addresses: readonly string[]) => ({ resolve: () => Promise.resolve(addresses) });

describe('the addresses of mail servers', () => {
  it.each([143, 993, 10_993])('may be public on port %d', async (port) => {
    const { isPublic } = await new MailServers(resolving('8.8.8.8')).addressesOf('mail.example', port);
    expect(isPublic).toBe(true);
  });

  it.each([22, 25, 110, 465, 5432, 6379])('are refused on port %d, which is one of another protocol', async (port) => {
    await expect(new MailServers(resolving('8.8.8.8')).addressesOf('mail.example', port)).rejects.toThrow('not allowed');
    await expect(new MailServers().addressesOf('8.8.8.8', port)).rejects.toThrow('not allowed');
  });

  it.each(['127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', 'fd00::1', '::ffff:10.0.0.1'])(
    'are refused when they are private: %s',
    async (address) => {
      await expect(new MailServers(resolving(address)).addressesOf('mail.example', 993)).rejects.toThrow('not allowed');
      await expect(new MailServers().addressesOf(address, 993)).rejects.toThrow('not allowed');
    },
  );

  it('are those that the operator allows, and then need no TLS', async () => {
    const servers = new MailServers({ allow: ['10.1.2.3', 'mail.internal'], ...resolving('10.1.2.3') });
    expect((await servers.addressesOf('mail.example', 143)).isPublic).toBe(false);
    expect((await servers.addressesOf('10.1.2.3', 143)).isPublic).toBe(false);
    expect((await servers.addressesOf('mail.internal', 143)).isPublic).toBe(false);
  });

  it('are resolved once: a socket receives the checked ones, without those that are refused', async () => {
    const answers = [['8.8.8.8', '10.0.0.1'], ['10.0.0.1']];
    const servers = new MailServers({ resolve: () => Promise.resolve(answers.shift() ?? []) });
    const { lookup } = await servers.addressesOf('mail.example', 993);
    const look = promisify(lookup) as unknown as (host: string, options: object) => Promise<readonly LookupAddress[]>;
    expect(await look('mail.example', { all: true })).toEqual([{ address: '8.8.8.8', family: 4 }]);
    expect(await look('mail.example', { all: true })).toEqual([{ address: '8.8.8.8', family: 4 }]);
  });

  it('that cannot be resolved fail with the code alone', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('getaddrinfo ENOTFOUND mail.example'), { code: 'ENOTFOUND' }));
    await expect(new MailServers({ resolve }).addressesOf('mail.example', 993)).rejects.toThrow('The request failed (ENOTFOUND)');
  });
});
